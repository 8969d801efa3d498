// Runs before the first paint and outside every module, so that a dark page never flashes white.
(() => {
  const page = document.documentElement;
  try {
    const chosen = localStorage.getItem("guildhall.theme");
    if (chosen === "light" || chosen === "dark") page.dataset.theme = chosen;
    else if (matchMedia("(prefers-color-scheme: dark)").matches) page.dataset.theme = "dark";
    else page.dataset.theme = "light";
  } catch {
    page.dataset.theme = "light";
  }
})();
