// Tells where the page's module is not loaded, and so can't tell itself: browsers refuse modules to a page that is opened
// straight from the disk.
"use strict";
addEventListener("error", ({ target }) => {
  if (target.type !== "module") return;
  const trouble = document.getElementById("trouble"), [title, text] = trouble.children;
  title.textContent = "The page could not be loaded";
  text.textContent = location.protocol === "file:" ? "It must be served by a server of files, such as python3 -m " +
    "http.server: opened straight from the disk, browsers refuse its parts." : "page.js and the folder gpufluid must lie beside it.";
  trouble.hidden = false;
}, true); // events of a script don't rise
