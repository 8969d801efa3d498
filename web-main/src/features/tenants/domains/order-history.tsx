import { plural, t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Check, X } from "lucide-react";
import type { ReactNode } from "react";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { LoadError, TableSkeleton } from "../../staff/parts.tsx";
import { useTenant } from "../page/tenant-context.ts";
import { ordersQuery } from "../queries.ts";
import type { CertificateOrder } from "../types.ts";
import { longDate } from "../labels.ts";

/** The outcomes of all orders for a host's certificate. */
export function OrderHistory({ host, onClose }: { host: string; onClose: () => void }) {
  const { tenant } = useTenant();
  const orders = useQuery(ordersQuery(tenant.id, host));
  return (
    <Dialog
      open
      title={t`Certificate history`}
      description={<span className="font-mono [overflow-wrap:anywhere]">{host}</span>}
      onOpenChange={(open) => open || onClose()}
    >
      {orders.data !== undefined ? (
        <Orders orders={orders.data} />
      ) : orders.error === null ? (
        <TableSkeleton />
      ) : (
        <LoadError error={orders.error} onRetry={() => void orders.refetch()} />
      )}
    </Dialog>
  );
}

function Orders({ orders }: { orders: readonly CertificateOrder[] }) {
  if (orders.length === 0) {
    return <p className="pb-5 text-14 text-ink-2">{t`No completed orders yet.`}</p>;
  }
  return (
    <ol aria-label={t`Orders`} className="divide-y divide-line-soft pb-5">
      {orders.map((order) => (
        <Order key={order.id} order={order} />
      ))}
    </ol>
  );
}

function Order({ order }: { order: CertificateOrder }) {
  const issued = order.outcome === "issued";
  const Sign = issued ? Check : X;
  return (
    <li className="flex gap-3 py-3 text-13">
      <span
        aria-hidden
        className={clsx(
          "mt-0.5 grid size-4 shrink-0 place-items-center rounded-full text-surface",
          issued ? "bg-success-line" : "bg-danger-line",
        )}
      >
        <Sign size={11} strokeWidth={3} />
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex flex-wrap justify-between gap-x-3">
          <span className="font-semibold">{outcomeLabel(order)}</span>
          <time dateTime={order.lastAt} className="text-12 text-ink-2 tabular-nums">
            {formatMoment(order.lastAt)}
          </time>
        </span>
        {order.cause !== null && <Line>{order.cause.words}</Line>}
        {issued && order.goodUntil !== null && (
          <Line>{t`Valid until ${{ date: longDate(order.goodUntil) }}`}</Line>
        )}
        {order.serial !== null && <Line>{t`Serial ${{ number: order.serial }}`}</Line>}
        {order.tries > 1 && <Line>{attemptsLabel(order)}</Line>}
      </span>
    </li>
  );
}

function Line({ children }: { children: ReactNode }) {
  return <span className="block text-12 text-ink-2 [overflow-wrap:anywhere]">{children}</span>;
}

function attemptsLabel({ tries, firstAt }: CertificateOrder): string {
  const date = formatMoment(firstAt);
  return plural(tries, {
    one: `# attempt, the first ${date}`,
    other: `# attempts, the first ${date}`,
  });
}

/** The outcome and the certificate authority; without one, no order was sent. */
function outcomeLabel({ outcome, issuer }: CertificateOrder): string {
  if (outcome === "issued") return issuer === null ? t`Issued` : t`Issued by ${issuer}`;
  return issuer === null ? t`Not ordered` : t`Not issued by ${issuer}`;
}
