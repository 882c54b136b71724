// The page's side of the demo: canvas, clock, pointers, menu and settings. page.c has the rest.
"use strict";

// From good machines to weak ones: cells along the longer side, dye cells for each, the most picture pixels a CSS pixel.
const sizes = [
  { label: "large", cells: 512, dye: 2, ratio: 2 },
  { label: "medium", cells: 384, dye: 2, ratio: 2 },
  { label: "small", cells: 256, dye: 2, ratio: 1.25 },
  { label: "tiny", cells: 160, dye: 2, ratio: 0.8 },
  { label: "least", cells: 96, dye: 1.5, ratio: 0.6 },
];
const first = { desktop: 1, phone: 2 };
const slowest_ms = 26; // a frame, by the median of so many; slower machines get a smaller size
const judged = 36, spared = 14;
const longest_s = 1 / 15; // what a frame that took longer counts for
const rest_ms = 5000; // without a pointer: then all but the picture goes away
const reopened = 0.12; // a canvas that changes its shape by more gets a scene of the new shape

const query = new URLSearchParams(location.search);
const find = (id) => document.getElementById(id);
const canvas = find("canvas");
const touches = matchMedia("(pointer: coarse)").matches;
const page = {
  scenes: [], scene: 0, view: 0, quality: -1, speed: 1,
  size: touches ? first.phone : first.desktop, fits: true, // to the machine
  paused: query.has("paused"), stopped: true, aspect: 1, last: 0, frames: 0, fresh: true, times: [],
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
  load: ["The page could not be loaded", "fluid.wasm must lie beside this page, and be served by a server of files: " +
    "opened straight from the disk, browsers refuse it."],
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
  const numbers = /^(\d{1,4})x(\d{1,4})$/.exec(query.get("size") || "");
  return numbers && numbers.slice(1).map(Number);
}

// True if it changed.
function fitCanvas() {
  const fixed = fixedSize(), ratio = Math.min(devicePixelRatio || 1, sizes[page.size].ratio);
  const width = fixed ? fixed[0] : Math.max(1, Math.round(innerWidth * ratio));
  const height = fixed ? fixed[1] : Math.max(1, Math.round(innerHeight * ratio));
  if (canvas.width === width && canvas.height === height) return false;
  canvas.width = width;
  canvas.height = height;
  if (fixed) canvas.style.cssText = `width: ${width}px; height: ${height}px`;
  if (fluid) fluid._Page_Resize(width, height);
  return true;
}

function getCells() {
  return Math.min(4096, Math.max(32, Number(query.get("cells")) || sizes[page.size].cells));
}

function startFrames() {
  page.aspect = canvas.width / canvas.height;
  page.fresh = true;
  page.frames = 0;
  page.times = [];
}

function openScene(number) {
  page.scene = (number + page.scenes.length) % page.scenes.length;
  const scene = page.scenes[page.scene];
  fitCanvas();
  if (!fluid._Page_OpenScene(page.scene, getCells(), sizes[page.size].dye)) {
    return fail(`The scene ${scene.name} could not be made.`, getInfo());
  }
  if (!scene.views[page.view]) setView(0);
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
  makeSettings();
}

// Compiling a scene's shaders may hold the page for a moment: the sign for that has to be seen first.
function chooseScene(number) {
  document.body.classList.add("waiting");
  page.stopped = true;
  requestAnimationFrame(() => setTimeout(() => {
    page.stopped = false;
    openScene(number);
    document.body.classList.remove("waiting");
    run();
  }));
}

function makeMenu() {
  const columns = 4, across = 98, down = 66, gap = 2; // of scenes.jpg, see make_menu.c
  page.scenes.forEach((scene, number) => {
    const button = document.createElement("button");
    const picture = document.createElement("i");
    picture.style.backgroundPosition = `-${gap + (number % columns) * across}px -${gap + Math.floor(number / columns) * down}px`;
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

// A machine that cannot follow gets a smaller size, once it is sure.
function judge(interval) {
  page.frames++;
  if (!page.fits || page.frames <= spared || page.paused) return;
  page.times.push(interval);
  if (page.times.length < judged) return;
  const median = page.times.sort((a, b) => a - b)[judged >> 1];
  page.times = [];
  if (median > slowest_ms && page.size + 1 < sizes.length && !fixedSize()) {
    page.size++;
    toast(`This machine is slow with so many cells: ${sizes[page.size].label} size`);
    openScene(page.scene);
  }
}

function frame(now) {
  if (page.stopped) return;
  const interval = now - page.last;
  const passed = page.fresh ? 1 / 60 : Math.min(longest_s, Math.max(0, interval / 1000));
  const dt = page.paused ? 0 : passed * page.speed;
  page.last = now;
  if (fitCanvas() && Math.abs(canvas.width / canvas.height / page.aspect - 1) > reopened) {
    openScene(page.scene);
  }
  if (!fluid._Page_Frame(dt)) {
    return fail("The scene could not be computed or drawn on.", getInfo());
  }
  if (page.fresh) page.last = performance.now(); // a first frame makes shaders, which takes time that is not the scene's
  else judge(interval);
  page.fresh = false;
  if (!page.stopped) requestAnimationFrame(frame);
}

function run() {
  page.fresh = true;
  page.stopped = false;
  requestAnimationFrame((now) => {
    page.last = now;
    frame(now);
  });
}

// What is hidden rests: browsers call no frames then, and the time that passed is not the fluid's.
document.addEventListener("visibilitychange", () => {
  page.fresh = true;
  page.times = [];
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
  fluid._Page_Point(finger.number, (finger.x - box.left) / box.width, (finger.y - box.top) / box.height, buttons);
}

// Two fingers turn what is seen in perspective, and bring it nearer.
function turnByFingers() {
  const [a, b] = [...fingers.values()], apart = Math.hypot(a.x - b.x, a.y - b.y);
  if (spread > 0 && apart > 0) fluid._Page_Zoom(Math.log(apart / spread) / Math.log(1 / 0.9));
  spread = apart;
  point({ number: 0, x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 }, right);
  point({ number: 1, x: 0, y: 0 }, 0);
}

function follow(event) {
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

function release(event) {
  const finger = fingers.get(event.pointerId);
  if (!finger) return;
  if (event.pointerType === "mouse" && event.buttons !== 0 && event.type === "pointerup") return follow(event);
  fingers.delete(event.pointerId);
  spread = 0;
  if (page.scenes[page.scene].turns && fingers.size === 1) fluid._Page_Point(0, 0, 0, 0);
  point(finger, 0);
}

for (const type of ["pointerup", "pointercancel", "lostpointercapture"]) canvas.addEventListener(type, release);
canvas.addEventListener("contextmenu", (event) => event.preventDefault());
canvas.addEventListener("wheel", (event) => {
  event.preventDefault();
  if (fluid) fluid._Page_Zoom(-Math.sign(event.deltaY) * Math.min(3, Math.abs(event.deltaY) / 100));
}, { passive: false });

let resting = 0;
function awake() {
  document.body.classList.remove("away");
  clearTimeout(resting);
  resting = setTimeout(() => {
    const used = document.querySelector(".lil-gui:not([style*=none]), #scenes:hover, nav:hover");
    if (!used && find("trouble").hidden) {
      document.body.classList.add("away");
    }
  }, rest_ms);
}
for (const type of ["pointermove", "pointerdown", "keydown"]) addEventListener(type, awake, { passive: true });

// --- settings --------------------------------------------------------------------------------------------------------

function setView(number) {
  page.view = number;
  fluid._Page_SetView(number);
}

// Rows of a table as a panel: name, and either choices or a range; what they do is `set`.
function addRows(folder, rows) {
  for (const row of rows) {
    const values = { [row.name]: row.value };
    const controller = row.choices ? folder.add(values, row.name, row.choices)
      : typeof row.value === "boolean" ? folder.add(values, row.name)
        : folder.add(values, row.name, row.least, row.most, row.step);
    controller.name(row.unit ? `${row.name}, ${row.unit}` : row.name).onChange(row.set);
  }
}

function getRows() {
  const scene = page.scenes[page.scene];
  const views = Object.fromEntries(scene.views.map((name, number) => [name, number]).filter(([name]) => name));
  const rows = [
    { name: "size", value: page.fits ? -1 : page.size, choices: { "as the machine allows": -1,
      ...Object.fromEntries(sizes.map((size, number) => [`${size.label}, ${size.cells} cells`, number])) },
      set: (size) => { page.fits = size < 0; page.size = size < 0 ? page.size : size; chooseScene(page.scene); } },
    { name: "view", value: page.view, choices: views, set: setView },
    { name: "speed", value: page.speed, least: 0.1, most: 2, step: 0.1, set: (speed) => { page.speed = speed; } },
  ];
  if (scene.group === "smoke and ink") {
    rows.push({ name: "quality", value: page.quality,
      choices: { "the scene's own": -1, low: 0, medium: 1, high: 2, reference: 3 },
      set: (quality) => { page.quality = quality; fluid._Page_SetQuality(quality); } });
  }
  return rows;
}

function makeSettings() {
  if (!window.lil) return;
  const shown = gui && !gui._hidden;
  if (gui) gui.destroy();
  gui = new lil.GUI({ title: "Settings", width: Math.min(290, innerWidth - 24) });
  addRows(gui, getRows());
  if (!shown) gui.hide();
}

function getInfo() {
  return fluid ? fluid.ccall("Page_GetInfo", "string", [], []) : "";
}

// Drawn and taken in one go: the browser keeps no picture longer.
function save() {
  fluid._Page_Frame(0);
  canvas.toBlob((blob) => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = `fluid_${page.scenes[page.scene].name}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
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
  panel: () => { if (gui) gui.show(gui._hidden); },
};
const keys = {
  " ": actions.pause, r: actions.restart, p: save, f: switchFull, h: actions.panel,
  n: () => chooseScene(page.scene + 1), b: () => chooseScene(page.scene - 1),
  v: () => {
    const { views } = page.scenes[page.scene];
    let next = page.view;
    do next = (next + 1) % views.length; while (!views[next]);
    setView(next);
    toast(`view: ${views[next]}`);
    makeSettings();
  },
};
for (const [id, action] of Object.entries(actions)) {
  find(id).onclick = () => { if (fluid) action(); find(id).blur(); };
}
addEventListener("keydown", (event) => {
  const action = keys[event.key.toLowerCase()];
  if (!action || !fluid || event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.matches("input, select")) return;
  event.preventDefault();
  action();
});

// --- start -----------------------------------------------------------------------------------------------------------

function start(module) {
  const scenes = JSON.parse(module.ccall("Page_GetScenes", "string", [], []));
  const wanted = scenes.findIndex((scene) => scene.name === query.get("scene"));
  const size = sizes.findIndex((each) => each.label === query.get("level"));
  page.scenes = scenes;
  page.scene = Math.max(0, wanted);
  page.fits = size < 0 && !query.has("cells");
  page.size = size >= 0 ? size : page.size;
  fitCanvas();
  module._Page_Resize(canvas.width, canvas.height);
  const missing = module.ccall("Page_Open", "string", ["string", "number", "number", "number"],
    ["#canvas", page.scene, getCells(), sizes[page.size].dye]);
  if (missing) return fail(missing);
  fluid = module;
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
    step: (count = 1) => { for (let i = 0; i < count; i++) fluid._Page_Frame(1 / 60); },
    picture: () => { fluid._Page_Frame(0); return canvas.toDataURL(); },
    open: openScene, getInfo, page, chooseScene,
  };
}

canvas.addEventListener("webglcontextlost", (event) => { event.preventDefault(); fail("lost"); });
canvas.addEventListener("webglcontextrestored", () => location.reload());
find("trouble").querySelector("button").onclick = () => location.reload();
document.body.classList.add("waiting");
if (window.FluidModule) {
  const printErr = (text) => {
    const kind = /: (warning|info): /.exec(text);
    (kind ? { warning: console.warn, info: console.info }[kind[1]] : console.error)(text);
  };
  FluidModule({ printErr }).then((module) => requestAnimationFrame(() => setTimeout(() => start(module))),
    (error) => fail("load", String(error)));
} else {
  fail("load");
}
