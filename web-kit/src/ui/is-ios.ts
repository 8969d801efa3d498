/** iPhones and iPads. An iPad identifies as a Mac, but no Mac has more than one touch point. */
export function isIos(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  return (
    /iPhone|iPad|iPod/.test(userAgent) || (userAgent.includes("Macintosh") && maxTouchPoints > 1)
  );
}
