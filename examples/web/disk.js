// Browsers refuse modules to a page that is opened straight from the disk, page.js among them: so this file tells of it.
"use strict";
if (location.protocol === "file:") {
  const trouble = document.getElementById("trouble"), [title, text] = trouble.children;
  title.textContent = "The page could not be loaded";
  text.textContent = "It must be served by a server of files, such as python3 -m http.server: opened straight from the disk, " +
    "browsers refuse its parts.";
  trouble.hidden = false;
}
