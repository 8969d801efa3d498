/** The colours of a downloaded chart, as values that an SVG understands. */
export interface ChartColours {
  surface: string;
  ink: string;
  faintInk: string;
  line: string;
  series: string;
}

const VARIABLES: Readonly<Record<keyof ChartColours, string>> = {
  surface: "--surface",
  ink: "--ink",
  faintInk: "--ink-3",
  line: "--line",
  series: "--chart-1",
};

/** The brand's colours in the light theme, in which a picture is usable in any document. */
export function chartColours(): ChartColours {
  const probe = document.createElement("span");
  probe.hidden = true;
  probe.style.colorScheme = "light";
  document.body.append(probe);
  const resolve = (variable: string) => {
    probe.style.color = `var(${variable})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    surface: resolve(VARIABLES.surface),
    ink: resolve(VARIABLES.ink),
    faintInk: resolve(VARIABLES.faintInk),
    line: resolve(VARIABLES.line),
    series: resolve(VARIABLES.series),
  };
  probe.remove();
  return colours;
}
