/** Tests use the British locale on every machine. */
Object.defineProperty(navigator, "language", { value: "en-GB", configurable: true });
