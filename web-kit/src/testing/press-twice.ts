import { act } from "@testing-library/react";

/** Presses a button twice before the screen can be drawn in between, as a double click does. */
export async function pressTwice(button: HTMLElement): Promise<void> {
  await act(async () => {
    button.click();
    button.click();
  });
}
