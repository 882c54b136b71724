#include "imgui_host.h"

#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

namespace {

struct Between {
    void (*call)(void *user);
    void *user;
} between;

void runBetween(const ImDrawList *, const ImDrawCmd *)
{
    if (between.call != nullptr) {
        between.call(between.user);
    }
}

void makeWindow(const char *name, float left, float top, float width, float height)
{
    static const float values[] = {0.1f, 0.7f, 0.3f, 0.9f, 0.4f};
    float value = 0.3f;
    ImGui::SetNextWindowPos(ImVec2(left, top));
    ImGui::SetNextWindowSize(ImVec2(width, height));
    ImGui::Begin(name, nullptr, ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings);
    ImGui::TextUnformatted(name);
    ImGui::SliderFloat("##value", &value, 0.0f, 1.0f);
    ImGui::PlotLines("##plot", values, 5);
    ImGui::End();
}

} // namespace

bool ImguiHost_Open(bool es, int width, int height)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    ImGui::GetIO().DisplaySize = ImVec2(static_cast<float>(width), static_cast<float>(height));
    return ImGui_ImplOpenGL3_Init(es ? "#version 300 es" : "#version 330 core");
}

void ImguiHost_Close(void)
{
    ImGui_ImplOpenGL3_Shutdown();
    ImGui::DestroyContext();
}

void ImguiHost_Draw(void (*call)(void *user), void *user)
{
    ImVec2 size = ImGui::GetIO().DisplaySize;
    between = {call, user};
    ImGui::GetIO().DeltaTime = 1.0f / 60.0f;
    ImGui_ImplOpenGL3_NewFrame();
    ImGui::NewFrame();
    ImGui::GetBackgroundDrawList()->AddRectFilled(ImVec2(0.5f * size.x, 0.0f), size, IM_COL32(20, 24, 30, 255));
    makeWindow("before", 0.5f * size.x, 0.0f, 0.5f * size.x, 0.5f * size.y);
    ImGui::GetBackgroundDrawList()->AddCallback(runBetween, nullptr);
    ImGui::GetBackgroundDrawList()->AddCircleFilled(ImVec2(0.75f * size.x, 0.8f * size.y), 9.0f,
                                                    IM_COL32(200, 120, 40, 180));
    makeWindow("after", 0.5f * size.x, 0.5f * size.y, 0.3f * size.x, 0.5f * size.y);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}
