import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Monitor, Moon, Sun } from "lucide-react";
import type { Me } from "../api/types.ts";
import { meQuery, saveTheme } from "../features/accounts/queries.ts";
import { toast } from "../ui/toast-store.ts";
import { applyTheme, type Theme, useTheme } from "./theme.ts";

export const themes = [
  { value: "light", label: t`Light`, icon: Sun },
  { value: "dark", label: t`Dark`, icon: Moon },
  { value: "system", label: t`System`, icon: Monitor },
] as const;

/** The current theme, and a function that changes it immediately and saves it for the member. */
export function useThemeChoice(me: Me): [Theme, (theme: Theme) => void] {
  const cache = useQueryClient();
  const theme = useTheme();
  const { mutate } = useMutation({
    mutationFn: saveTheme,
    onSuccess: (saved) => cache.setQueryData(meQuery.queryKey, saved),
    onError: () => {
      applyTheme(me.theme);
      toast.error("Your theme could not be saved.");
    },
  });
  const choose = (next: Theme) => {
    applyTheme(next);
    mutate(next);
  };
  return [theme, choose];
}

export function isTheme(value: string): value is Theme {
  return themes.some((theme) => theme.value === value);
}
