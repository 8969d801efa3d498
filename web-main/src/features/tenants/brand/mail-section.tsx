import { t } from "@lingui/core/macro";
import { Plus, Trash2 } from "lucide-react";
import { useFieldArray } from "react-hook-form";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import type { BrandEditor } from "./use-brand-editor.ts";

const linksMax = 5;

/** The brand's texts in emails and page footers. */
export function MailSection({ editor }: { editor: BrandEditor }) {
  const { register, control, formState } = editor.form;
  const { errors } = formState;
  const links = useFieldArray({ control, name: "footerLinks" });
  return (
    <>
      <section aria-label={t`Email`} className="flex flex-col gap-4">
        <TextField
          label={t`Sender`}
          hint={
            editor.values.name === ""
              ? t`Leave empty to send emails as the brand.`
              : t`Leave empty to send emails as ${{ name: editor.values.name }}.`
          }
          maxLength={60}
          autoComplete="off"
          error={errors.mailSenderName?.message}
          {...register("mailSenderName")}
        />
        <TextAreaField
          label={t`Email footer`}
          maxLength={300}
          rows={2}
          error={errors.mailFooter?.message}
          {...register("mailFooter")}
        />
      </section>
      <section aria-label={t`Page footer links`}>
        <h2 className="text-13 font-strong">{t`Page footer links`}</h2>
        <ul className="mt-2 flex flex-col gap-3">
          {links.fields.map((link, index) => (
            <li key={link.id} className="flex items-start gap-2">
              {/* Stacked: side by side, the fields would be wider than the editor at most widths. */}
              <div className="flex min-w-0 flex-1 flex-col gap-2">
                <TextField
                  label={t`Text`}
                  maxLength={40}
                  error={errors.footerLinks?.[index]?.label?.message}
                  {...register(`footerLinks.${index}.label`)}
                />
                <TextField
                  label={t`Address`}
                  type="url"
                  inputMode="url"
                  placeholder="https://"
                  maxLength={300}
                  error={errors.footerLinks?.[index]?.url?.message}
                  {...register(`footerLinks.${index}.url`)}
                />
              </div>
              <IconButton
                label={t`Remove link ${{ number: index + 1 }}`}
                size="touch"
                className="mt-5.5"
                icon={<Trash2 size={16} aria-hidden />}
                onClick={() => links.remove(index)}
              />
            </li>
          ))}
        </ul>
        {links.fields.length < linksMax && (
          <Button
            size="sm"
            className="mt-2"
            icon={<Plus size={14} aria-hidden />}
            onClick={() => links.append({ label: "", url: "" })}
          >{t`Add a link`}</Button>
        )}
      </section>
    </>
  );
}
