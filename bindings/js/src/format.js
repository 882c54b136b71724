// C's printf, whose own code would be more than five kilobytes of what a page loads.

const CONVERSION = /%([-+ 0]*)(\*|\d*)(?:\.(\*|\d*))?(?:hh?|l(l)?|[jzt])?([diuxXcsfegG%])/g;

// JavaScript rounds half up, C half to even: where that differs, digits are cut off.
function round(number, method, precision) {
  const [exact, exponent] = number[method](60).split("e"), end = exact.length - 60 + precision;
  if (!/[02468]\.?$/.test(exact.slice(0, end)) || !/^50*$/.test(exact.slice(end))) return number[method](precision);
  return exact.slice(0, precision ? end : end - 1) + (exponent ? `e${exponent}` : "");
}

// A number of at least 0 as %e and %f write it, and as %g does, which chooses.
function writeNumber(number, kind, precision) {
  if (!Number.isFinite(number)) return Number.isNaN(number) ? "nan" : "inf";
  if (kind === "f") return round(number, "toFixed", precision);
  const after = kind === "e" ? precision : Math.max(precision, 1) - 1;
  let [mantissa, exponent] = round(number, "toExponential", after).split("e");
  exponent = Number(exponent);
  const plain = kind === "g" && exponent >= -4 && exponent <= after;
  if (plain) mantissa = round(number, "toFixed", after - exponent);
  if (kind === "g" && mantissa.includes(".")) mantissa = mantissa.replace(/\.?0+$/, "");
  return plain ? mantissa : `${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
}

function pad(sign, text, width, flags, number) {
  if (flags.includes("-")) return (sign + text).padEnd(width);
  return number && flags.includes("0") ? sign + text.padStart(width - sign.length, "0") : (sign + text).padStart(width);
}

/**
 * What C prints, with a character for each byte. `arguments_` is where its va_list begins: values stand one behind
 * another, each at a multiple of its size.
 */
export function format(runtime, text, arguments_) {
  let at = arguments_;
  const next = (size) => {
    at = (at + size - 1 & -size) + size;
    return (at - size) / size;
  };
  const bytes = (from, most) => {
    let found = "";
    for (let i = from; found.length < most && runtime.u8[i]; i++) found += String.fromCharCode(runtime.u8[i]);
    return found;
  };
  const count = (given) => (given === "*" ? runtime.i32[next(4)] : Number(given));
  return bytes(text, Infinity).replace(CONVERSION, (all, flags, width, precision, long, kind) => {
    const room = count(width);
    const most = precision === undefined ? undefined : count(precision);
    if (kind === "%") return "%";
    if (kind === "c") return pad("", String.fromCharCode(runtime.i32[next(4)] & 255), room, flags);
    if (kind === "s") return pad("", bytes(runtime.u32[next(4)], most ?? Infinity), room, flags);
    const signed = !/[uxX]/.test(kind), whole = !/[feg]/i.test(kind);
    const value = !whole ? runtime.f64[next(8)]
      : long ? (signed ? runtime.i64 : runtime.u64)[next(8)] : (signed ? runtime.i32 : runtime.u32)[next(4)];
    const negative = value < 0 || Object.is(value, -0);
    const sign = negative ? "-" : !signed ? "" : flags.includes("+") ? "+" : flags.includes(" ") ? " " : "";
    const size = negative ? -value : value;
    const written = whole ? size.toString(/x/i.test(kind) ? 16 : 10)
      : writeNumber(size, kind.toLowerCase(), most ?? 6);
    return pad(sign, /[XG]/.test(kind) ? written.toUpperCase() : written, room, flags, whole || Number.isFinite(value));
  });
}
