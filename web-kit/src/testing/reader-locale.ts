/** Tests read times as somebody in Britain does, whatever the machine they run on. */
Object.defineProperty(navigator, "language", { value: "en-GB", configurable: true });
