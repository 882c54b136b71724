/** What went wrong: the library's message, which says what was expected, and its code, such as "OUT_OF_RANGE". */
export class FluidError extends Error {
  constructor(code, message) {
    super(message);
    this.name = "FluidError";
    this.code = code;
  }
}
