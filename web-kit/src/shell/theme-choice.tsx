import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Monitor, Moon, Sun } from "lucide-react";
import type { Me } from "../api/types.ts";
import { meQuery, saveTheme } from "../features/accounts/queries.ts";
import { toast } from "../ui/toast-store.ts";
import { applyTheme, type Theme, useTheme } from "./theme.ts";

export const themes = [
  { value: "light", label: t({ message: "Light", context: "theme" }), icon: Sun },
  { value: "dark", label: t({ message: "Dark", context: "theme" }), icon: Moon },
  { value: "system", label: t({ message: "System", context: "theme" }), icon: Monitor },
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
      toast.error(t`Your theme could not be saved.`);
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
