// Runs before the first paint and outside every module, so that a dark page never flashes white and
// a page in a language that is written from right to left never turns around.
(() => {
  const page = document.documentElement;
  try {
    const chosen = localStorage.getItem("guildhall.theme");
    if (chosen === "light" || chosen === "dark") page.dataset.theme = chosen;
    else if (matchMedia("(prefers-color-scheme: dark)").matches) page.dataset.theme = "dark";
    else page.dataset.theme = "light";
    // Without a choice the page keeps the language that it was served with.
    const directions = { en: "ltr", de: "ltr", "ar-XB": "rtl" };
    const language = localStorage.getItem("guildhall.language");
    if (language !== null && Object.hasOwn(directions, language)) {
      page.lang = language;
      page.dir = directions[language];
    }
  } catch {
    page.dataset.theme ??= "light";
  }
})();
