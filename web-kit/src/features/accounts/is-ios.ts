/** iPhones and iPads; an iPad calls itself a Mac, but no Mac has more than one point of touch. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1)
  );
}
