import { act } from "@testing-library/react";

/** Clicks a button twice without a render in between, like a double click. */
export async function pressTwice(button: HTMLElement): Promise<void> {
  await act(async () => {
    button.click();
    button.click();
  });
}
