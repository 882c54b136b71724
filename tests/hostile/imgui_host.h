/// A host that draws Dear ImGui with that library's own backend for OpenGL. For test_imgui.
#pragma once

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

/// In the context that is current. False: the backend does not work in it.
bool ImguiHost_Open(bool es, int width, int height);
void ImguiHost_Close(void);

/// One frame over the framebuffer that is bound: text, a slider and a plot in the right half. In the middle of its
/// drawing, with the backend's state set, `between` is called; null is allowed.
void ImguiHost_Draw(void (*between)(void *user), void *user);

#ifdef __cplusplus
}
#endif
