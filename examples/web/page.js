// The page's side of the demo: canvas, clock, pointers, menu and settings. page.c has the rest, and what stands between
// them is the npm package's.
import { makeContext, resizeCanvas, Watch } from "./gpufluid/canvas.js";
import { Judge, sizes, suggestSize } from "./gpufluid/quality.js";
import { compile, Runtime } from "./gpufluid/runtime.js";

const longest_s = 1 / 15; // what a frame that took longer counts for
const rest_ms = 5000; // without a pointer: then all but the picture goes away
const reopened = 0.12; // a canvas that changes its shape by more gets a scene of the new shape

const query = new URLSearchParams(location.search);
const find = (id) => document.getElementById(id);
const canvas = find("canvas");
const page = {
  scenes: [], scene: 0, presets: [], preset: "", palettes: [], opened: new Set(), stale: false, // what the panel shows
  place: { x: -1, y: -1 }, // of the pointer, as shares of the canvas: values there are shown
  size: 0, fits: true, // to the machine
  paused: query.has("paused"), steps: 0, stopped: true, runs: 0, aspect: 1, last: 0, fresh: true, made: 0, // scenes after the first
  frames: 0, judge: new Judge(), // since the scene or its size is a new one
};
let fluid = null, gui = null;

// --- messages --------------------------------------------------------------------------------------------------------

const troubles = {
  webgl: ["This browser shows no WebGL 2", "The fluid is computed on the graphics chip, through WebGL 2. Any browser since 2021 has it: it may be " +
    "switched off in the settings, or the driver is on the browser's list of broken ones. Another browser often helps."],
  floats: ["This graphics chip draws no floating-point textures", "The fluid's velocity and pressure are kept in textures of " +
    "floating-point numbers, which needs WebGL's EXT_color_buffer_float or EXT_color_buffer_half_float. This browser or " +
    "chip offers neither. Another browser or a newer driver may."],
  lost: ["The browser took the graphics chip away", "This happens when a driver restarts, or when too many pages use it."],
  load: ["The page could not be loaded", "fluid.wasm must lie beside this page, and be served as it is."],
};

function fail(kind, detail) {
  const [title, text] = troubles[kind] || ["The fluid stopped", kind];
  page.stopped = true;
  document.body.classList.remove("waiting", "away");
  find("trouble").hidden = false;
  find("trouble").querySelector("h2").textContent = title;
  find("trouble").querySelector("p").textContent = text + (detail ? "\n" + detail : "");
}

function toast(text) {
  find("toast").textContent = text;
  find("toast").classList.add("shown");
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => find("toast").classList.remove("shown"), 3500);
}

// --- canvas and scenes -----------------------------------------------------------------------------------------------

function fixedSize() {
  const numbers = /^([1-9]\d{0,3})x([1-9]\d{0,3})$/.exec(query.get("size") || "");
  return numbers && { width: Number(numbers[1]), height: Number(numbers[2]) };
}

// True if it changed.
function fitCanvas() {
  const fixed = fixedSize(), ratio = fixed ? 1 : Math.min(devicePixelRatio || 1, sizes[page.size].pixelRatio);
  if (!resizeCanvas(canvas, fixed ?? { width: innerWidth, height: innerHeight }, ratio)) return false;
  if (fixed) canvas.style.cssText = `width: ${fixed.width}px; height: ${fixed.height}px`;
  if (fluid) fluid.call("Page_Resize", canvas.width, canvas.height);
  return true;
}

function getCells() {
  return Math.min(4096, Math.max(32, Number(query.get("cells")) || sizes[page.size].cells));
}

function startFrames() {
  page.aspect = canvas.width / canvas.height;
  page.fresh = true;
  page.frames = 0;
  page.judge.restart();
}

function openScene(number) {
  const before = page.scene;
  page.scene = (number + page.scenes.length) % page.scenes.length;
  if (page.scene !== before) page.preset = "";
  const scene = page.scenes[page.scene];
  fitCanvas();
  if (!fluid.call("Page_OpenScene", page.scene, getCells(), sizes[page.size].dyeScale)) {
    return fail(`The scene ${scene.name} could not be made.`, getInfo());
  }
  page.made++;
  setPaused(false);
  startFrames();
  showScene();
}

function showScene() {
  const scene = page.scenes[page.scene];
  find("caption").innerHTML = "<b></b> ";
  find("caption").firstChild.textContent = scene.name.replaceAll("_", " ");
  find("caption").append(scene.summary.replace(/ \([^)]*--[^)]*\)/, ""));
  document.title = `${scene.name.replaceAll("_", " ")}, libgpufluid`;
  for (const button of find("scenes").children) {
    const chosen = button.number === page.scene;
    button.setAttribute("aria-selected", chosen);
    if (chosen) button.scrollIntoView({ block: "nearest", inline: "center", behavior: "smooth" });
  }
  query.set("scene", scene.name);
  history.replaceState(null, "", "?" + query);
  page.stale = true;
}

// Where a scene's picture lies in scenes.jpg, see make_menu.c.
function showPicture(element, number) {
  const columns = 4, across = 98, down = 66, gap = 2;
  element.style.backgroundPosition = `-${gap + (number % columns) * across}px -${gap + Math.floor(number / columns) * down}px`;
}

// While shaders are compiled, which takes a browser without a graphics chip many seconds, the scene's picture stands in
// for it.
function showPoster(number) {
  const poster = find("wait").querySelector("b"), cover = Math.max(innerWidth / 96, innerHeight / 64);
  showPicture(poster, number);
  poster.style.transform = `scale(${1.1 * cover})`;
  document.body.classList.add("waiting");
}

// Compiling a scene's shaders may hold the page for a moment: the sign for that has to be seen first.
function chooseScene(number) {
  showPoster(number);
  page.stopped = true;
  requestAnimationFrame(() => setTimeout(() => {
    page.stopped = false;
    openScene(number);
    document.body.classList.remove("waiting");
    run();
  }));
}

function makeMenu() {
  page.scenes.forEach((scene, number) => {
    const button = document.createElement("button");
    const picture = document.createElement("i");
    showPicture(picture, number);
    button.append(picture, scene.name.replaceAll("_", " "));
    button.title = scene.summary;
    button.number = number;
    button.setAttribute("role", "option");
    button.onclick = () => chooseScene(number);
    find("scenes").append(button);
  });
  find("scenes").addEventListener("wheel", (event) => {
    find("scenes").scrollLeft += event.deltaY;
    event.preventDefault();
  }, { passive: false });
}

// --- clock -----------------------------------------------------------------------------------------------------------

function setPaused(paused) {
  page.paused = paused;
  find("pause").classList.toggle("pressed", paused);
  find("pause").title = paused ? "Go on (space)" : "Pause (space)";
}

// A machine that cannot follow gets a smaller size. The fluid goes on where it is.
function judge(interval) {
  page.frames++;
  if (!page.fits || page.paused || fixedSize()) return;
  const number = page.judge.take(interval, page.size);
  if (number === page.size) return;
  page.size = number;
  toast(`This machine is slow with so many cells: ${sizes[page.size].label} size`);
  fitCanvas();
  fluid.call("Page_Refit", getCells());
  page.fresh = true;
  page.frames = 0;
}

function frame(now, chain) {
  if (page.stopped || chain !== page.runs) return;
  const interval = now - page.last, passed = page.fresh ? 1 / 60 : Math.max(0, interval / 1000);
  const dt = page.steps > 0 ? 1 / 60 : page.paused ? 0 : Math.min(longest_s, passed);
  page.last = now;
  page.steps = 0;
  if (fitCanvas() && Math.abs(canvas.width / canvas.height / page.aspect - 1) > reopened) {
    openScene(page.scene);
  }
  watch();
  if (!fluid.call("Page_Frame", dt, passed)) {
    return fail("The scene could not be computed or drawn on.", getInfo());
  }
  if (page.fresh) page.last = performance.now(); // a first frame makes shaders, which takes time that is not the scene's
  else judge(interval);
  page.fresh = false;
  if (page.stale) refreshSettings();
  showMeasures(now);
  if (!page.stopped) requestAnimationFrame((next) => frame(next, chain));
}

function run() {
  page.fresh = true;
  page.stopped = false;
  const chain = ++page.runs; // what was to go on from before ends
  requestAnimationFrame((now) => {
    page.last = now;
    frame(now, chain);
  });
}

// Frames by hand, each until the GPU is done with it: so runs repeat.
async function step(count) {
  const gl = canvas.getContext("webgl2"), stopped = page.stopped;
  page.stopped = true;
  for (let i = 0; i < count; i++) {
    fluid.call("Page_Frame", 1 / 60, 1 / 60);
    const fence = gl.fenceSync(gl.SYNC_GPU_COMMANDS_COMPLETE, 0);
    gl.flush();
    do await new Promise((done) => setTimeout(done)); while (gl.getSyncParameter(fence, gl.SYNC_STATUS) !== gl.SIGNALED);
    gl.deleteSync(fence);
  }
  if (!stopped) run();
}

// What is hidden rests: browsers call no frames then, and the time that passed is not the fluid's.
new Watch(canvas, () => {
  page.fresh = true;
  page.judge.forget();
});

// --- pointers --------------------------------------------------------------------------------------------------------

const fingers = new Map(); // pointerId: its number and where it is
const left = 1, right = 2, shift = 4; // as POINTER_LEFT and others of input.h
let spread = 0;

function takeNumber() {
  const taken = [...fingers.values()].map((finger) => finger.number);
  for (let number = 0; ; number++) if (!taken.includes(number)) return number;
}

function point(finger, buttons) {
  const box = canvas.getBoundingClientRect();
  fluid.call("Page_Point", finger.number, (finger.x - box.left) / box.width, (finger.y - box.top) / box.height, buttons);
}

// Two fingers turn what is seen in perspective, and bring it nearer.
function turnByFingers() {
  const [a, b] = [...fingers.values()], apart = Math.hypot(a.x - b.x, a.y - b.y);
  if (spread > 0 && apart > 0) fluid.call("Page_Zoom", Math.log(apart / spread) / Math.log(1 / 0.9));
  spread = apart;
  point({ number: 0, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, right);
  point({ number: 1, x: 0, y: 0 }, 0);
}

function getPlace(event) {
  const box = canvas.getBoundingClientRect();
  return { x: (event.clientX - box.left) / box.width, y: (event.clientY - box.top) / box.height };
}

function follow(event) {
  page.place = getPlace(event);
  const finger = fingers.get(event.pointerId);
  if (!finger || !fluid) return;
  finger.x = event.clientX;
  finger.y = event.clientY;
  if (page.scenes[page.scene].turns && event.pointerType === "touch" && fingers.size === 2) return turnByFingers();
  spread = 0;
  const mouse = event.pointerType === "mouse";
  const buttons = mouse ? (event.buttons & 1 ? left : 0) | (event.buttons & 2 ? right : 0) | (event.shiftKey ? shift : 0) : left;
  point(finger, buttons);
}

canvas.addEventListener("pointerdown", (event) => {
  if (fingers.size >= 10 || !fluid) return;
  try { canvas.setPointerCapture(event.pointerId); } catch { /* a pointer that is gone already */ }
  if (!fingers.has(event.pointerId)) fingers.set(event.pointerId, { number: takeNumber(), x: 0, y: 0 });
  find("hint").classList.remove("shown");
  canvas.focus({ preventScroll: true });
  follow(event);
});
canvas.addEventListener("pointermove", follow);
canvas.addEventListener("pointerleave", () => { page.place = { x: -1, y: -1 }; });

function release(event) {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  if (event.pointerType === "mouse" && event.buttons !== 0 && event.type === "pointerup") return follow(event);
  fingers.delete(event.pointerId);
  spread = 0;
  if (page.scenes[page.scene].turns && fingers.size === 1) fluid.call("Page_Point", 0, 0, 0, 0);
  point(finger, 0);
}

for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(type, release);
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (fluid) fluid.call("Page_Zoom", -Math.sign(event.deltaY) * Math.min(3, Math.abs(event.deltaY) / 100));
}, { passive: false });

let resting = 0;
function awake() {
  document.body.classList.remove("away");
  clearTimeout(resting);
  resting = setTimeout(() => {
    const used = document.querySelector(".lil-gui, #scenes:hover, nav:hover");
    if (!used && find("trouble").hidden) {
      document.body.classList.add("away");
    }
  }, rest_ms);
}
for (const type of ["pointermove", "pointerdown", "keydown"]) addEventListener(type, awake, { passive: true });

// --- settings --------------------------------------------------------------------------------------------------------

const readSceneValues = () => JSON.parse(fluid.ask("Page_GetSceneValues"));
const readTable = () => JSON.parse(fluid.ask("Page_GetTable"));

// False, and told: it is out of its range, or this scene does not have it.
function set(name, value) {
  const text = Array.isArray(value) ? value.join(" ") : String(value);
  const error = fluid.ask("Page_Set", name, text);
  if (error) toast(error);
  return !error;
}

// What some of these rows need: the scene anew, where they act from then on; and in any case the panel after a frame.
function takeEffect(rows) {
  page.stale = true;
  if (rows.some((row) => row.restarts && row.shown)) chooseScene(page.scene);
}

function unset(rows) {
  for (const row of rows) fluid.call("Page_Unset", row.name);
}

function clearSettings() {
  const rows = readTable().filter((row) => row.set);
  page.preset = "";
  unset(rows);
  takeEffect(rows);
}

// All that these values have, and only that.
function takeValues(values) {
  const before = readTable().filter((row) => row.set);
  unset(before);
  for (const [name, value] of Object.entries(values)) set(name, value);
  takeEffect([...before, ...readTable().filter((row) => row.set)]);
}

function keep(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

// Files as fluid_demo --preset has them.
const format = "fluid_demo preset";

function saveSettings() {
  const values = Object.fromEntries(readTable().filter((row) => row.set).map((row) => [row.name, row.value]));
  const scene = page.scenes[page.scene].name;
  keep(new Blob([JSON.stringify({ [format]: 1, scene, "scene values": readSceneValues(), values }, null, 2) + "\n"], { type: "application/json" }), `fluid_${scene}.json`);
}

function takeFile(text) {
  let file = null;
  try { file = JSON.parse(text); } catch { /* told below */ }
  if (!file || file[format] !== 1 || !file.values) return toast("This file is no preset of the demo");
  const scene = page.scenes.findIndex((each) => each.name === file.scene);
  if (scene >= 0 && scene !== page.scene) openScene(scene);
  page.preset = "";
  takeValues(file.values);
}

function loadSettings() {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".json,application/json";
  input.onchange = () => input.files[0] && input.files[0].text().then(takeFile);
  input.click();
}

// Colours of the table are linear light, and may be brighter than a display: that is kept.
const encode = (v) => (v <= 0.0031308 ? 12.92 * v : 1.055 * v ** (1 / 2.4) - 0.055);
const decode = (v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
const getBrightness = (color) => Math.max(1, ...color.slice(0, 3));
const limit = (v, least, most) => Math.min(Math.max(v, least), most);

// A slider from low to high, which bends where small values matter; typed in, all that the library takes.
function addNumber(folder, row, holder, key) {
  const span = row.high - row.low, whole = row.kind === "int", control = folder.add(holder, key, row.low, row.high);
  const bend = row.logarithmic ? 3 : 1;
  control._clamp = (v) => limit(whole ? Math.round(v) : v, row.least, row.most);
  control._snapClampSetValue = (v) => {
    const slid = control.$slider.classList.contains("lil-active");
    const value = slid ? row.low + span * limit((v - row.low) / span, 0, 1) ** bend : v;
    control.setValue(control._clamp(Number(value.toPrecision(3))));
  };
  control.updateDisplay = () => {
    const value = control.getValue();
    control.$fill.style.width = `${100 * limit((value - row.low) / span, 0, 1) ** (1 / bend)}%`;
    if (!control._inputFocused) control.$input.value = Number(value.toPrecision(4));
    return control;
  };
  return control.updateDisplay();
}

// The choices of a row that this scene has.
function getChoices(row) {
  const { views } = page.scenes[page.scene];
  return row.name === "demo.view" ? row.choices.filter((name) => views.includes(name)) : row.choices;
}

// A row of the table: one control, or one for each number. The row gets a function that shows another value.
function addRow(folder, row) {
  const label = (row.unit ? `${row.label}, ${row.unit}` : row.label) + (row.restarts ? " \u21bb" : "");
  const holder = {}, controls = [];
  const add = (control, name, change) => {
    controls.push(control.name(name).onChange(change).onFinishChange(() => { takeEffect([row]); tellTrouble(); }));
    control.domElement.title = `${row.about}\n${row.name}, default ${row.default}${row.restarts ? "\nbegins the scene anew" : ""}\ndouble click: back to the scene's own`;
    control.$name.ondblclick = () => { unset([row]); takeEffect([row]); };
  };
  const setNumber = (i) => (v) => { row.value[i] = v; set(row.name, row.value); };
  row.show = (value) => {
    row.value = value;
    holder.value = value;
    if (row.kind === "color") {
      const brightness = getBrightness(value);
      holder.value = value.slice(0, 3).map((v) => encode(Math.max(0, v) / brightness));
    }
    if (Array.isArray(value)) value.forEach((v, i) => { holder[i] = v; });
    for (const control of controls) {
      control.domElement.classList.toggle("changed", row.set);
      control.updateDisplay();
    }
  };
  row.show(row.value);
  if (row.kind === "color") {
    add(folder.addColor(holder, "value"), label, (color) => {
      const brightness = getBrightness(row.value);
      set(row.name, [...color.map((v) => Number((brightness * decode(v)).toPrecision(6))), ...row.value.slice(3)]);
    });
    if (row.value.length > 3) add(addNumber(folder, row, holder, 3), `${label}, opacity`, setNumber(3));
  } else if (row.kind === "vector") {
    row.value.forEach((v, i) => add(addNumber(folder, row, holder, i), `${label}, ${"xyzw"[i] || i + 1}`, setNumber(i)));
  } else {
    const control = row.kind === "choice" ? folder.add(holder, "value", getChoices(row))
      : row.kind === "bool" ? folder.add(holder, "value") : addNumber(folder, row, holder, "value");
    add(control, label, (value) => set(row.name, value));
  }
  if (row.colors) addPalettes(folder, row);
  row.show(row.value);
}

function addPalettes(folder, row) {
  const palettes = { "take a palette": -1, ...Object.fromEntries(page.palettes.map((name, kind) => [name, kind])) };
  folder.add({ kind: -1 }, "kind", palettes).name("").onChange((kind) => {
    fluid.call("Page_TakePalette", row.name, kind);
    takeEffect([row]);
  });
}

// Once more, side by side, what its own group has, too.
function addEffect(folder, row) {
  const holder = { value: row.value }, show = row.show, control = folder.add(holder, "value").name(row.label);
  control.onChange((value) => { set(row.name, value); takeEffect([row]); });
  row.show = (value) => {
    show(value);
    holder.value = value;
    control.updateDisplay();
  };
}

// The library may refuse at the next step what the table lets pass.
function tellTrouble() {
  setTimeout(() => {
    const text = fluid.ask("Page_GetMessage");
    if (text) toast(text);
  }, 200);
}

function addOwnRows() {
  const own = { size: page.fits ? -1 : page.size, preset: page.preset };
  gui.add(own, "size", { "as the machine allows": -1,
    ...Object.fromEntries(sizes.map((size, number) => [`${size.label}, ${size.cells} cells`, number])) }).onChange((size) => {
    page.fits = size < 0;
    page.size = size < 0 ? page.size : size;
    chooseScene(page.scene);
  });
  gui.add(own, "preset", { "none": "", ...Object.fromEntries(page.presets.map(({ name }) => [name, name])) }).onChange((name) => {
    const { preset } = page.presets.find((each) => each.name === name) || { preset: { values: {} } };
    page.preset = name;
    takeValues(preset.values);
  });
  gui.add(actions, "splats").name("Random splats");
}

function addFile() {
  const file = addFolder("File");
  file.add({ saveSettings }, "saveSettings").name("Save settings");
  file.add({ loadSettings }, "loadSettings").name("Load settings");
  file.add({ clearSettings }, "clearSettings").name("Reset all settings");
}

const help = [["drag", "stir, add dye or fluid"], ["right drag, two fingers", "turn a scene in perspective"], ["wheel", "nearer to it"],
  ["SPACE, S", "pause, single step"], ["R, N, Shift N", "restart, next, last scene"], ["V, Q", "next view, next quality"],
  ["B, C", "random splats, colours of strokes"], ["F, P, H", "full screen, picture, panel"]];

function addHelp() {
  const box = document.createElement("div");
  box.className = "measures";
  addFolder("Keys").$children.append(box);
  showParts(box, help.map(([label, text]) => ({ kind: "line", label, text })));
}

// As it was when the panel was last made.
function addFolder(title) {
  const opened = page.opened.has(title); // adding it closes it
  return gui.addFolder(title).open(opened);
}

// Rows that act in this scene, in groups that are closed at first.
let rows = [];
function makeSettings(table) {
  const scrolled = gui ? gui.$children.scrollTop : 0;
  if (gui) gui.destroy();
  rows = table;
  gui = new lil.GUI({ title: "Settings", width: Math.min(310, innerWidth - 24), closeFolders: true });
  document.body.classList.add("settings");
  gui.onOpenClose((folder) => {
    if (folder === gui) return;
    if (folder._closed) page.opened.delete(folder._title); else page.opened.add(folder._title);
  });
  addOwnRows();
  const effects = addFolder("Effects"), folders = new Map();
  for (const row of rows) {
    if (!folders.has(row.group)) folders.set(row.group, addFolder(row.group));
    addRow(folders.get(row.group), row);
    if (row.effect) addEffect(effects, row);
  }
  addMeasures();
  addFile();
  addHelp();
  gui.$children.scrollTop = scrolled;
}

// After a frame: what a drawing has is known then.
function refreshSettings() {
  page.stale = false;
  if (!gui) return;
  const table = readTable().filter((row) => row.shown), names = (of) => of.map((row) => row.name).join();
  if (gui.scene !== page.scene || gui.preset !== page.preset || names(table) !== names(rows)) {
    makeSettings(table);
    gui.scene = page.scene;
    gui.preset = page.preset;
  } else {
    table.forEach((row, i) => { rows[i].set = row.set; rows[i].show(row.value); });
  }
}

// --- measures --------------------------------------------------------------------------------------------------------

// By their bits in Page_Watch, as Page_GetMeasures has them.
const measures = [
  { key: "times", title: "Times" }, { key: "sums", title: "Energy and residual" }, { key: "probe", title: "Under the pointer" },
];
const measured_ms = 90; // between two pictures of them
let measuredTime = 0;

function addMeasures() {
  for (const each of measures) {
    each.folder = addFolder(each.title);
    each.box = document.createElement("div");
    each.box.className = "measures";
    each.folder.$children.append(each.box);
  }
}

const isWatched = ({ folder }) => gui !== null && !gui._closed && folder !== undefined && !folder._closed;

// What is not shown is not measured.
function watch() {
  const wants = measures.reduce((sum, each, bit) => sum + (isWatched(each) ? 1 << bit : 0), 0);
  fluid.call("Page_Watch", wants, page.place.x, page.place.y);
}

function drawPlot(plot, { at, count, largest }) {
  const ratio = devicePixelRatio || 1, width = Math.round(plot.clientWidth * ratio), height = Math.round(plot.clientHeight * ratio);
  if (plot.width !== width || plot.height !== height) Object.assign(plot, { width, height });
  const draw = plot.getContext("2d"), values = fluid.runtime.f32.subarray(at >> 2, (at >> 2) + count), top = 1.15 * largest || 1;
  draw.globalAlpha = 1;
  draw.clearRect(0, 0, width, height);
  draw.beginPath();
  values.forEach((value, i) => draw.lineTo((i * width) / Math.max(1, count - 1), height * (1 - value / top)));
  draw.lineWidth = 1.5 * ratio;
  draw.strokeStyle = getComputedStyle(plot).color;
  draw.stroke();
  draw.lineTo(width, height);
  draw.lineTo(0, height);
  draw.globalAlpha = 0.2;
  draw.fillStyle = draw.strokeStyle;
  draw.fill();
}

// A label, a text, and of a plot its canvas; of a bar a share of the width.
function makePart(kind) {
  const part = document.createElement("div");
  part.className = kind;
  part.append(document.createElement("span"), document.createElement("b"));
  if (kind === "plot") part.append(document.createElement("canvas"));
  return part;
}

function showParts(box, parts) {
  parts.forEach((part, i) => {
    if (i >= box.children.length) box.append(makePart(part.kind));
    if (box.children[i].className !== part.kind) box.children[i].replaceWith(makePart(part.kind));
    const [label, text, plot] = box.children[i].children;
    label.textContent = part.label;
    text.textContent = part.text;
    box.children[i].style.setProperty("--share", part.share || 0);
    if (plot) drawPlot(plot, part);
  });
  while (box.children.length > parts.length) box.lastChild.remove();
}

function getParts({ plots = [], passes = [], lines = [], others = 0, note = null }) {
  const ms = (value) => `${value.toFixed(2)} ms`, bars = note ? [] : passes;
  return [
    ...plots.map((plot) => ({ kind: "plot", text: plot.newest, ...plot })),
    ...bars.map((pass) => ({ kind: "bar", label: pass.label, text: ms(pass.ms), share: pass.ms / (passes[0].ms || 1) })),
    ...(others > 0 && !note ? [{ kind: "line", label: "others", text: ms(others) }] : []),
    ...lines.map(([label, text]) => ({ kind: "line", label, text })),
    ...(note ? [{ kind: "note", label: note, text: "" }] : []),
  ];
}

function showMeasures(now) {
  const watched = measures.filter(isWatched);
  if (watched.length === 0 || now - measuredTime < measured_ms) return;
  measuredTime = now;
  const all = JSON.parse(fluid.ask("Page_GetMeasures"));
  for (const each of watched) showParts(each.box, getParts(all[each.key]));
}

// --- controls --------------------------------------------------------------------------------------------------------

function switchPanel() {
  if (gui) {
    gui.destroy();
    gui = null;
    document.body.classList.remove("settings");
  } else if (window.lil) {
    makeSettings([]);
    gui.scene = -1;
    page.stale = true;
  }
}

function getInfo() {
  return fluid ? fluid.ask("Page_GetInfo") : "";
}

// Drawn and taken in one go: the browser keeps no picture longer.
function save() {
  fluid.call("Page_Frame", 0, 0);
  canvas.toBlob((blob) => keep(blob, `fluid_${page.scenes[page.scene].name}.png`));
}

function switchFull() {
  const root = document.documentElement;
  if (document.fullscreenElement || document.webkitFullscreenElement) {
    (document.exitFullscreen || document.webkitExitFullscreen).call(document);
  } else if (root.requestFullscreen || root.webkitRequestFullscreen) {
    Promise.resolve((root.requestFullscreen || root.webkitRequestFullscreen).call(root)).catch(() => toast("Full screen was refused"));
  } else {
    toast("This browser has no full screen for pages");
  }
}

const actions = {
  pause: () => setPaused(!page.paused),
  restart: () => chooseScene(page.scene),
  save,
  full: switchFull,
  panel: switchPanel,
  splats: () => fluid.call("Page_Press", inputs.splats),
};
const inputs = { view: 4, quality: 5, splats: 6 }; // as INPUT_VIEW and others of input.h

function tellNext(name) {
  const { label, value } = readTable().find((row) => row.name === name);
  page.stale = true;
  toast(`${label}: ${value}`);
}

function stepOnce() {
  setPaused(true);
  page.steps = 1;
}

const keys = {
  " ": actions.pause, r: actions.restart, p: save, f: switchFull, h: actions.panel,
  n: (event) => chooseScene(page.scene + (event.shiftKey ? -1 : 1)),
  s: stepOnce, ".": stepOnce, b: actions.splats,
  v: () => {
    fluid.call("Page_Press", inputs.view);
    tellNext("demo.view");
  },
  q: () => {
    fluid.call("Page_Press", inputs.quality);
    tellNext("demo.quality");
  },
  c: () => {
    const { choices, value } = readTable().find((row) => row.name === "demo.brushColors");
    set("demo.brushColors", choices[(choices.indexOf(value) + 1) % choices.length]);
    tellNext("demo.brushColors");
  },
};
for (const button of document.querySelectorAll("nav button")) {
  button.onclick = () => { if (fluid) actions[button.id](); button.blur(); };
}
addEventListener("keydown", (event) => {
  const action = keys[event.key.toLowerCase()];
  if (!action || !fluid || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.matches("input, select")) return;
  event.preventDefault();
  action(event);
});

// --- start -----------------------------------------------------------------------------------------------------------

// What page.c offers: numbers as they are, texts by way of C's stack, whose answers stay until the next call.
class Program {
  constructor(runtime) {
    this.runtime = runtime;
  }

  call(name, ...given) {
    const { exports } = this.runtime, top = exports.stackSave();
    const result = exports[name](...given.map((value) => (typeof value === "string" ? this.runtime.putText(value) : value)));
    exports.stackRestore(top);
    return result;
  }

  /** The text that a call answers; null: none. */
  ask(name, ...given) {
    const at = this.call(name, ...given);
    return at ? this.runtime.text(at) : null;
  }
}

function takeQuery(scenes) {
  const wanted = scenes.findIndex((scene) => scene.name === query.get("scene"));
  const size = sizes.findIndex((each) => each.label === query.get("level"));
  page.scenes = scenes;
  page.scene = Math.max(0, wanted);
  page.fits = size < 0 && !query.has("cells");
  page.size = size >= 0 ? size : page.size;
}

async function start(program) {
  takeQuery(JSON.parse(program.ask("Page_GetScenes")));
  showPoster(page.scene);
  await new Promise((seen) => requestAnimationFrame(() => setTimeout(seen)));
  fitCanvas();
  program.call("Page_Resize", canvas.width, canvas.height);
  const missing = program.ask("Page_Open", page.scene, getCells(), sizes[page.size].dyeScale);
  if (missing) return fail(missing);
  fluid = program;
  page.presets = JSON.parse(fluid.ask("Page_GetPresets"));
  page.palettes = JSON.parse(fluid.ask("Page_GetPalettes"));
  makeMenu();
  startFrames();
  showScene();
  setPaused(page.paused);
  document.body.classList.remove("waiting");
  if (!page.paused) find("hint").classList.add("shown");
  awake();
  run();
  // For whoever looks on from the console: frames by hand, while paused.
  window.demo = {
    step: (count = 1) => step(count),
    picture: () => { fluid.call("Page_Frame", 0, 0); return canvas.toDataURL(); },
    open: openScene, getInfo, page, sizes, chooseScene, set, readTable, readSceneValues, takeFile, clearSettings, showPoster,
  };
}

function print(text) {
  const kind = /: (warning|info): /.exec(text);
  (kind ? { warning: console.warn, info: console.info }[kind[1]] : console.error)(text);
}

async function load() {
  let gl;
  try {
    gl = makeContext(canvas, "opaque");
  } catch {
    return fail("webgl");
  }
  page.size = suggestSize(gl);
  const runtime = new Runtime(gl);
  runtime.onPrint = print;
  try {
    await runtime.start(await compile(new URL("fluid.wasm", import.meta.url)));
  } catch (error) {
    return fail("load", String(error));
  }
  return start(new Program(runtime));
}

canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); fail("lost"); });
canvas.addEventListener("webglcontextrestored", () => location.reload());
find("trouble").querySelector("button").onclick = () => location.reload();
document.body.classList.add("waiting");
load();
