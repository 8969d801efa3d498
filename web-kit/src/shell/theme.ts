import { useSyncExternalStore } from "react";

export type Theme = "light" | "dark" | "system";

// `early-page.js` reads the same key before the first paint.
const key = "guildhall.theme";
const dark = () => matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function stored(): Theme {
  try {
    const chosen = localStorage.getItem(key);
    return chosen === "light" || chosen === "dark" ? chosen : "system";
  } catch {
    return "system";
  }
}

export function applyTheme(theme: Theme): void {
  try {
    if (theme === "system") localStorage.removeItem(key);
    else localStorage.setItem(key, theme);
  } catch {
    // Storage is blocked: the theme applies to this visit only.
  }
  updateThemeColour(theme);
  for (const listener of listeners) listener();
}

function updateThemeColour(theme: Theme) {
  const page = document.documentElement;
  const shown = theme === "system" ? (dark().matches ? "dark" : "light") : theme;
  if (page.dataset.theme === shown) return;
  page.dataset.themeSwitching = "";
  page.dataset.theme = shown;
  requestAnimationFrame(() => requestAnimationFrame(() => delete page.dataset.themeSwitching));
}

/** Follows changes of the device's colour scheme. */
export function followDeviceTheme(): void {
  dark().addEventListener("change", () => {
    if (stored() === "system") updateThemeColour("system");
  });
}

export function useTheme(): Theme {
  return useSyncExternalStore((listener) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }, stored);
}
