// The panel, by Dear ImGui. All that it changes goes through Controls, so that recordings have it.
extern "C" {
#include "support/complain.h"
#include "tunables/about.h"
}
#include "panel.h"

#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>
#include <backends/imgui_impl_opengl3.h>
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

namespace {

constexpr float PANEL_WIDTH = 368.0f; // at a scale of 1
constexpr float FONT_SIZE = 16.0f;
constexpr float LABEL_SHARE = 0.44f; // of a row

const ImVec4 ACCENT = ImVec4(0.27f, 0.72f, 0.86f, 1.0f);
const ImVec4 WARNING = ImVec4(0.96f, 0.70f, 0.32f, 1.0f);
const ImVec4 FAINT = ImVec4(0.52f, 0.56f, 0.61f, 1.0f);

// --- look ------------------------------------------------------------------------------------------------------------

void loadFont(float size)
{
    static const char *const files[] = {"/usr/share/fonts/truetype/noto/NotoSans-Regular.ttf",
                                        "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
                                        "/usr/share/fonts/truetype/liberation/LiberationSans-Regular.ttf",
                                        "/usr/share/fonts/TTF/DejaVuSans.ttf", "/Library/Fonts/Arial.ttf"};
    ImFontAtlas *fonts = ImGui::GetIO().Fonts;
    for (const char *file : files) {
        FILE *stream = std::fopen(file, "rb");
        if (stream != nullptr) {
            std::fclose(stream);
            if (fonts->AddFontFromFileTTF(file, size) != nullptr) {
                return;
            }
        }
    }
    ImFontConfig config;
    config.SizePixels = size;
    fonts->AddFontDefault(&config);
}

void setStyle(float scale)
{
    ImGui::StyleColorsDark();
    ImGuiStyle &style = ImGui::GetStyle();
    style.WindowPadding = ImVec2(14.0f, 12.0f);
    style.FramePadding = ImVec2(8.0f, 5.0f);
    style.ItemSpacing = ImVec2(8.0f, 7.0f);
    style.ItemInnerSpacing = ImVec2(6.0f, 5.0f);
    style.ScrollbarSize = 11.0f;
    style.GrabMinSize = 10.0f;
    style.WindowRounding = 0.0f;
    style.WindowBorderSize = 0.0f;
    style.FrameRounding = style.GrabRounding = style.ScrollbarRounding = style.PopupRounding = 4.0f;
    style.ScaleAllSizes(scale);
    ImVec4 *colors = style.Colors;
    const auto accent = [](float alpha) { return ImVec4(ACCENT.x, ACCENT.y, ACCENT.z, alpha); };
    const ImVec4 frame(0.140f, 0.154f, 0.178f, 1.0f), raised(0.185f, 0.204f, 0.234f, 1.0f);
    colors[ImGuiCol_WindowBg] = ImVec4(0.068f, 0.074f, 0.086f, 1.0f);
    colors[ImGuiCol_PopupBg] = ImVec4(0.088f, 0.096f, 0.112f, 0.98f);
    colors[ImGuiCol_Text] = ImVec4(0.87f, 0.89f, 0.91f, 1.0f);
    colors[ImGuiCol_FrameBg] = frame;
    colors[ImGuiCol_FrameBgHovered] = raised;
    colors[ImGuiCol_FrameBgActive] = raised;
    colors[ImGuiCol_SliderGrab] = accent(0.75f);
    colors[ImGuiCol_SliderGrabActive] = ACCENT;
    colors[ImGuiCol_CheckMark] = ACCENT;
    colors[ImGuiCol_Header] = ImVec4(0.105f, 0.116f, 0.134f, 1.0f);
    colors[ImGuiCol_HeaderHovered] = raised;
    colors[ImGuiCol_HeaderActive] = accent(0.35f);
    colors[ImGuiCol_Button] = raised;
    colors[ImGuiCol_ButtonHovered] = accent(0.45f);
    colors[ImGuiCol_ButtonActive] = accent(0.70f);
    colors[ImGuiCol_PlotLines] = accent(0.95f);
    colors[ImGuiCol_PlotHistogram] = accent(0.55f);
    colors[ImGuiCol_Separator] = ImVec4(0.17f, 0.18f, 0.20f, 1.0f);
    colors[ImGuiCol_ScrollbarBg] = ImVec4(0.0f, 0.0f, 0.0f, 0.0f);
}

// What there is to say in place of values.
void note(const char *text)
{
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextColored(FAINT, "%s", text);
    ImGui::PopTextWrapPos();
}

// It cannot have what follows from the machine's speed.
bool isRecorded(const Controls *controls)
{
    return controls->recorder != nullptr || controls->replay != nullptr;
}

std::string readable(const char *name)
{
    std::string text = name;
    std::replace(text.begin(), text.end(), '_', ' ');
    return text;
}

void hint(const char *text)
{
    if (ImGui::IsItemHovered()) {
        ImGui::BeginTooltip();
        ImGui::PushTextWrapPos(22.0f * ImGui::GetFontSize());
        ImGui::TextUnformatted(text);
        ImGui::PopTextWrapPos();
        ImGui::EndTooltip();
    }
}

} // namespace

struct Panel {
    GLFWwindow *window = nullptr;
    float scale = 1.0f;
    GaugeWants wants = {};
    TunableDefs defaults = {};
    char file[512] = "preset.json";
    std::string done; // by the last save or load
    float notesHeight = 0.0f;
    bool popup = false; // one is open, maybe over the picture
};

namespace {

// --- rows of the table -----------------------------------------------------------------------------------------------

// "%.3g m/s", or for numbers that are small in their range more digits.
std::string getFormat(const Tunable *t)
{
    std::string unit = t->unit;
    size_t percent = unit.find('%');
    if (percent != std::string::npos) {
        unit.insert(percent, "%");
    }
    std::string number = t->kind == TUNABLE_INT ? "%d" : t->logarithmic ? "%.4g" : "%.3f";
    return unit.empty() ? number : number + " " + unit;
}

bool editFloat(const Tunable *t, double *values)
{
    float value = static_cast<float>(values[0]);
    ImGuiSliderFlags flags = t->logarithmic ? ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_NoRoundToFormat : 0;
    bool changed = ImGui::SliderFloat("##value", &value, static_cast<float>(t->low), static_cast<float>(t->high),
                                      getFormat(t).c_str(), flags);
    values[0] = static_cast<double>(value);
    return changed;
}

bool editInt(const Tunable *t, double *values)
{
    int value = static_cast<int>(values[0]);
    bool changed =
        ImGui::SliderInt("##value", &value, static_cast<int>(t->low), static_cast<int>(t->high), getFormat(t).c_str());
    values[0] = value;
    return changed;
}

bool editChoice(const Tunable *t, const SceneInfo *scene, double *values)
{
    bool views = t->of == TUNABLE_OF_DEMO && std::strcmp(t->path, "view") == 0;
    int chosen = std::min(std::max(static_cast<int>(values[0]), 0), t->choiceCount - 1);
    bool changed = false;
    if (ImGui::BeginCombo("##value", readable(t->choices[chosen]).c_str())) {
        for (int i = 0; i < t->choiceCount; i++) {
            if (views && !Scene_HasView(scene, static_cast<gfDrawStyle>(i))) {
                continue;
            }
            if (ImGui::Selectable(readable(t->choices[i]).c_str(), i == chosen)) {
                values[0] = i;
                changed = true;
            }
        }
        ImGui::EndCombo();
    }
    return changed;
}

// Light is shown as a screen shows it.
bool editColor(const Tunable *t, double *values)
{
    float shown[4] = {0.0f, 0.0f, 0.0f, 1.0f};
    for (int i = 0; i < t->count; i++) {
        float value = static_cast<float>(values[i]);
        shown[i] = i < 3 ? Image_EncodeSrgb(value) : value;
    }
    ImGuiColorEditFlags flags = ImGuiColorEditFlags_Float | ImGuiColorEditFlags_HDR | ImGuiColorEditFlags_NoInputs |
                                ImGuiColorEditFlags_AlphaPreviewHalf;
    bool changed =
        t->count == 3 ? ImGui::ColorEdit3("##value", shown, flags) : ImGui::ColorEdit4("##value", shown, flags);
    for (int i = 0; i < t->count && changed; i++) {
        values[i] = static_cast<double>(i < 3 ? Image_DecodeSrgb(shown[i]) : shown[i]);
    }
    return changed;
}

bool editVector(const Tunable *t, double *values)
{
    bool changed = false;
    float speed = static_cast<float>((t->high - t->low) / 400.0);
    float least = static_cast<float>(t->least), most = static_cast<float>(t->most);
    for (int first = 0; first < t->count; first += 4) {
        int count = std::min(t->count - first, 4);
        float some[4];
        for (int i = 0; i < count; i++) {
            some[i] = static_cast<float>(values[first + i]);
        }
        ImGui::PushID(first);
        ImGui::SetNextItemWidth(-1.0f);
        if (ImGui::DragScalarN("##value", ImGuiDataType_Float, some, count, speed, &least, &most, "%.3g")) {
            changed = true;
            for (int i = 0; i < count; i++) {
                values[first + i] = static_cast<double>(some[i]);
            }
        }
        ImGui::PopID();
    }
    return changed;
}

bool editValue(const Tunable *t, const SceneInfo *scene, double *values)
{
    ImGui::SetNextItemWidth(-1.0f);
    switch (t->kind) {
    case TUNABLE_FLOAT:
        return editFloat(t, values);
    case TUNABLE_INT:
        return editInt(t, values);
    case TUNABLE_CHOICE:
        return editChoice(t, scene, values);
    case TUNABLE_COLOR:
        return editColor(t, values);
    case TUNABLE_VECTOR:
        return editVector(t, values);
    default: {
        bool on = values[0] != 0.0;
        ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - ImGui::GetFrameHeight());
        bool changed = ImGui::Checkbox("##value", &on);
        values[0] = on ? 1.0 : 0.0;
        return changed;
    }
    }
}

// A palette of the library's in place of the colours that follow this row, which counts them.
void choosePalette(Controls *controls, int index)
{
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::BeginCombo("##stock", "take a palette")) {
        for (int kind = 0; kind < GF_PALETTE_COUNT; kind++) {
            if (ImGui::Selectable(Presets_GetPaletteName(kind))) {
                Controls_TakePalette(controls, index, kind);
            }
        }
        ImGui::EndCombo();
    }
}

// Its label at the left, brighter where it is set; a press of the right button on it gives it back to the scene.
void drawRow(Panel &panel, Controls *controls, int index)
{
    const Tunable *t = Tunables_Get(index);
    const Settings *settings = &controls->demo->settings;
    double values[TUNABLE_NUMBERS] = {0.0}, usual[TUNABLE_NUMBERS] = {0.0};
    char name[TUNABLE_NAME_SIZE], normal[TUNABLE_TEXT_SIZE];
    Settings_Get(settings, index, values);
    Tunable_GetName(t, name);
    ImGui::PushID(index);
    float width = ImGui::GetContentRegionAvail().x, left = ImGui::GetCursorPosX();
    bool own = !settings->set[index];
    ImGui::AlignTextToFramePadding();
    ImGui::PushStyleColor(ImGuiCol_Text, own ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : ACCENT);
    ImGui::TextUnformatted(t->label, t->label + std::strcspn(t->label, "(")); // the rest is in the hint
    ImGui::PopStyleColor();
    if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) {
        Controls_Unset(controls, index);
    }
    Tunable_Read(t, &panel.defaults, usual);
    Tunable_Print(t, usual, normal);
    std::string about = std::string(t->label) + "\n" + Tunable_GetAbout(t) + "\n\n" + name + "\n";
    if (t->kind == TUNABLE_FLOAT || t->kind == TUNABLE_INT || t->kind == TUNABLE_VECTOR) {
        char range[128];
        std::snprintf(range, sizeof range, "%g to %g %s\n", t->least, t->most, t->unit);
        about += range;
    }
    about += std::string("default ") + (t->kind == TUNABLE_CHOICE ? readable(normal) : normal);
    about += t->restarts ? "\ntakes effect when the scene begins anew (R)" : "";
    about += own ? "" : "\nright click: back to the scene's own";
    hint(about.c_str());
    ImGui::SameLine(left + LABEL_SHARE * width);
    ImGui::BeginGroup();
    bool changed = editValue(t, controls->demo->scene.info, values);
    ImGui::EndGroup();
    if (changed) {
        Controls_Set(controls, index, values);
    }
    if (Tunable_CountsColors(t)) {
        choosePalette(controls, index);
    }
    ImGui::PopID();
}

// All groups of these definitions that have something to show, closed but for the demo's own.
void drawGroups(Panel &panel, Controls *controls, TunableOf first, TunableOf last)
{
    int count = Tunables_GetCount();
    for (int i = 0; i < count;) {
        const Tunable *head = Tunables_Get(i);
        std::vector<int> shown;
        int end = i;
        for (; end < count; end++) {
            const Tunable *t = Tunables_Get(end);
            if (t->of != head->of || std::strcmp(t->group, head->group) != 0) {
                break;
            }
            if (Settings_IsShown(&controls->demo->settings, &controls->demo->scene, Demo_GetView(controls->demo),
                                 end)) {
                shown.push_back(end);
            }
        }
        i = end;
        if (head->of < first || head->of > last || shown.empty()) {
            continue;
        }
        ImGui::PushID(head);
        ImGuiTreeNodeFlags flags = head->of == TUNABLE_OF_DEMO ? ImGuiTreeNodeFlags_DefaultOpen : 0;
        if (ImGui::CollapsingHeader(head->group, flags)) {
            for (int index : shown) {
                drawRow(panel, controls, index);
            }
            ImGui::Spacing();
        }
        ImGui::PopID();
    }
}

// --- the panel's own parts -------------------------------------------------------------------------------------------

void heading(const char *text)
{
    ImGui::Spacing();
    ImGui::PushStyleColor(ImGuiCol_Text, FAINT);
    ImGui::TextUnformatted(text);
    ImGui::PopStyleColor();
}

// Buttons side by side that fill the row.
bool button(const char *label, int of, const char *about)
{
    float gap = ImGui::GetStyle().ItemSpacing.x;
    float width =
        (ImGui::GetWindowContentRegionMax().x - ImGui::GetWindowContentRegionMin().x + gap) / static_cast<float>(of) -
        gap;
    bool pressed = ImGui::Button(label, ImVec2(width, 0.0f));
    hint(about);
    return pressed;
}

void plots(const GaugeRow *rows, int count, float height)
{
    for (int i = 0; i < count; i++) {
        const GaugeRow &row = rows[i];
        ImGui::PushID(i);
        ImGui::PushStyleColor(ImGuiCol_Text, FAINT);
        ImGui::TextUnformatted(row.label);
        ImGui::PopStyleColor();
        ImGui::SameLine();
        ImGui::SetCursorPosX(ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(row.newest).x);
        ImGui::TextUnformatted(row.newest);
        ImGui::PlotLines("##plot", row.plot->values, row.plot->count, 0, nullptr, 0.0f,
                         row.largest > 0.0f ? 1.15f * row.largest : 1.0f,
                         ImVec2(ImGui::GetContentRegionAvail().x, height));
        ImGui::PopID();
    }
}

void drawTop(Controls *controls, PanelAsks *asks)
{
    const Scene *scene = &controls->demo->scene;
    int count = 0;
    const SceneInfo *scenes = Scene_GetAll(&count);
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::BeginCombo("##scene", readable(scene->info->name).c_str(), ImGuiComboFlags_HeightLarge)) {
        for (int i = 0; i < count; i++) {
            if (ImGui::Selectable(readable(scenes[i].name).c_str(), &scenes[i] == scene->info)) {
                Controls_OpenScene(controls, &scenes[i]);
            }
            hint(scenes[i].summary);
        }
        ImGui::EndCombo();
    }
    ImGui::PushStyleColor(ImGuiCol_Text, FAINT);
    ImGui::PushTextWrapPos(0.0f);
    ImGui::TextUnformatted(controls->demo->scene.info->summary);
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
    if (button(controls->paused ? "Go on" : "Pause", 4, "SPACE")) {
        Controls_Press(controls, INPUT_PAUSE);
    }
    ImGui::SameLine();
    if (button("Step", 4, "S or .")) {
        Controls_Press(controls, INPUT_STEP);
    }
    ImGui::SameLine();
    if (button("Reset", 4, "R")) {
        Controls_Press(controls, INPUT_RESET);
    }
    ImGui::SameLine();
    if (button("Splats", 4, "B: random splats")) {
        Controls_Press(controls, INPUT_SPLATS);
    }
    if (button(asks->fullScreen ? "In a window" : "Full screen", 3, "F or F11")) {
        asks->fullScreen = !asks->fullScreen;
    }
    ImGui::SameLine();
    asks->shot = button("Screenshot", 3, "P or F12: without the panel");
    ImGui::SameLine();
    asks->hide = button("Hide", 3, "TAB");
    if (!isRecorded(controls)) {
        ImGui::Checkbox("Keep up with the machine", &asks->keepsUp);
        hint("fewer cells, then fewer pixels, until there are 30 frames a second; --no-auto begins without");
        note(asks->fineness);
    }
}

// What there is to say, and to do about it.
void drawNotes(Panel &panel, Controls *controls, const Gauges *gauges, const PanelAsks *asks)
{
    const Settings *settings = &controls->demo->settings;
    const Scene *scene = &controls->demo->scene;
    const char *message = Controls_GetMessage(controls);
    ImGui::PushTextWrapPos(0.0f);
    if (message[0] != '\0') {
        ImGui::TextColored(WARNING, "%s", message);
    } else if (!panel.done.empty()) {
        ImGui::TextColored(FAINT, "%s", panel.done.c_str());
    }
    if (Settings_WaitForRestart(settings, scene)) {
        ImGui::TextColored(WARNING, "Some of what was set takes effect when the scene begins anew.");
        if (button("Begin anew", 1, "R")) {
            Controls_Press(controls, INPUT_RESET);
        }
    }
    if (Gauges_AreSlow(gauges) && scene->governor == nullptr && !asks->keepsUp) {
        ImGui::TextColored(WARNING, "A frame takes %.0f ms here.",
                           static_cast<double>(GaugePlot_GetMean(&gauges->frames, 60)));
        bool can = scene->solver == GF_SOLVER_GRID && !isRecorded(controls);
        if (can && button("Let quality follow the machine", 1, "--auto")) {
            Controls_SetText(controls, "demo.automatic", "true");
        } else if (!can) {
            ImGui::TextColored(FAINT, "A smaller window or --grid is faster.");
        }
    }
    if (scene->governor != nullptr) {
        gfGovernorStatus status = gfGovernor_GetStatus(scene->governor);
        ImGui::TextColored(FAINT,
                           status.measures ? "Quality follows the machine: level %d of %d, %.1f of %.1f ms"
                                           : "Quality: this context tells no times",
                           static_cast<int>(status.level), static_cast<int>(status.levelCount) - 1,
                           static_cast<double>(status.time_ms), static_cast<double>(status.budget_ms));
    }
    ImGui::PopTextWrapPos();
}

void drawFiles(Panel &panel, Controls *controls)
{
    if (!ImGui::CollapsingHeader("Presets", ImGuiTreeNodeFlags_DefaultOpen)) {
        return;
    }
    ImGui::SetNextItemWidth(-1.0f);
    if (ImGui::BeginCombo("##preset", "take a preset")) {
        for (int i = 0; i < Presets_GetCount(); i++) {
            if (ImGui::Selectable(Presets_GetName(i))) {
                Controls_TakePreset(controls, i);
            }
        }
        ImGui::EndCombo();
    }
    ImGui::SetNextItemWidth(-1.0f);
    ImGui::InputText("##file", panel.file, sizeof panel.file);
    hint("the file of settings; --preset FILE starts with it");
    bool save = button("Save", 3, "what is set, and the scene");
    ImGui::SameLine();
    bool load = button("Load", 3, "the scene, and what was set");
    ImGui::SameLine();
    if (button("Clear", 3, "all as the scene has it")) {
        Settings *none = new Settings;
        Settings_Init(none);
        Controls_TakeSettings(controls, none);
        delete none;
    }
    if (save || load) {
        bool good = save ? Controls_SavePreset(controls, panel.file) : Controls_LoadPreset(controls, panel.file);
        panel.done = good ? std::string(save ? "saved in " : "loaded from ") + panel.file : "";
    }
    ImGui::Spacing();
}

// Switches of all that can be on or off in the picture.
void drawEffects(Controls *controls)
{
    const Settings *settings = &controls->demo->settings;
    int count = Tunables_GetCount(), shown = 0;
    for (int i = 0; i < count; i++) {
        const Tunable *t = Tunables_Get(i);
        if (!Tunable_IsEffect(t) ||
            !Settings_IsShown(settings, &controls->demo->scene, Demo_GetView(controls->demo), i)) {
            continue;
        }
        double values[TUNABLE_NUMBERS] = {0.0};
        Settings_Get(settings, i, values);
        bool on = values[0] != 0.0;
        if (shown % 2 == 1) {
            ImGui::SameLine(0.5f * ImGui::GetWindowContentRegionMax().x);
        }
        ImGui::PushID(i);
        if (ImGui::Checkbox(t->label, &on)) {
            values[0] = on ? 1.0 : 0.0;
            Controls_Set(controls, i, values);
        }
        ImGui::PopID();
        shown++;
    }
}

// A bar for each kind of pass, the longest first.
void drawPasses(Panel &panel, const Gauges *gauges)
{
    GaugePass passes[GF_PROFILE_MAX];
    float rest = 0.0f;
    int count = Gauges_ListPasses(gauges, passes, &rest);
    ImDrawList *list = ImGui::GetWindowDrawList();
    float height = ImGui::GetTextLineHeight() + 4.0f * panel.scale, width = ImGui::GetContentRegionAvail().x;
    for (int i = 0; i < count; i++) {
        ImVec2 at = ImGui::GetCursorScreenPos();
        char ms[32];
        std::snprintf(ms, sizeof ms, "%.2f ms", static_cast<double>(passes[i].ms));
        float share = passes[0].ms > 0.0f ? passes[i].ms / passes[0].ms : 0.0f;
        list->AddRectFilled(at, ImVec2(at.x + width * share, at.y + height), ImGui::GetColorU32(ImGuiCol_PlotHistogram),
                            3.0f * panel.scale);
        ImGui::SetCursorScreenPos(ImVec2(at.x + 6.0f * panel.scale, at.y + 2.0f * panel.scale));
        ImGui::TextUnformatted(passes[i].label);
        ImGui::SetCursorScreenPos(ImVec2(at.x + width - ImGui::CalcTextSize(ms).x, at.y + 2.0f * panel.scale));
        ImGui::TextUnformatted(ms);
        ImGui::SetCursorScreenPos(ImVec2(at.x, at.y + height + 2.0f * panel.scale));
    }
    if (rest > 0.0f) {
        ImGui::TextColored(FAINT, "others %.2f ms", static_cast<double>(rest));
    }
}

void drawProbe(const Controls *controls, const Gauges *gauges)
{
    const Scene *scene = &controls->demo->scene;
    GaugeLine lines[GAUGE_LINES];
    int count = Gauges_ListProbe(gauges, scene, lines);
    if (const char *why = Gauges_GetProbeNote(gauges, scene)) {
        note(why);
    }
    float column = LABEL_SHARE * ImGui::GetContentRegionAvail().x;
    for (int i = 0; i < count; i++) {
        ImGui::TextColored(FAINT, "%s", lines[i].label);
        ImGui::SameLine(column);
        ImGui::TextUnformatted(lines[i].text);
    }
}

void drawMeasures(Panel &panel, const Controls *controls, const Gauges *gauges)
{
    const Scene *scene = &controls->demo->scene;
    float height = 44.0f * panel.scale;
    GaugeRow rows[GAUGE_ROWS];
    panel.wants = {};
    if (ImGui::CollapsingHeader("Times")) {
        panel.wants.passes = true;
        plots(rows, Gauges_ListTimes(gauges, scene, rows), height);
        if (const char *why = Gauges_GetTimesNote(gauges, scene)) {
            note(why);
        } else {
            drawPasses(panel, gauges);
        }
        ImGui::Spacing();
    }
    if (ImGui::CollapsingHeader("Energy and residual")) {
        panel.wants.plots = true;
        plots(rows, Gauges_ListSums(gauges, scene, rows), height);
        ImGui::Spacing();
    }
    if (ImGui::CollapsingHeader("Under the pointer")) {
        panel.wants.probe = true;
        drawProbe(controls, gauges);
        ImGui::Spacing();
    }
}

void drawHelp()
{
    if (!ImGui::CollapsingHeader("Keys")) {
        return;
    }
    float column = 0.30f * ImGui::GetContentRegionAvail().x;
    const auto line = [column](const char *keys, const char *text) {
        ImGui::TextColored(FAINT, "%s", keys);
        ImGui::SameLine(column);
        ImGui::TextWrapped("%s", text);
    };
    for (int i = 0; i < panelKeyCount; i++) {
        line(panelKeys[i].keys, panelKeys[i].text);
    }
    line("Ctrl click", "type a value");
    line("right click", "on a label: back to the scene's own");
}

void drawPanel(Panel &panel, Controls *controls, const Gauges *gauges, PanelAsks *asks)
{
    ImVec2 size = ImGui::GetIO().DisplaySize;
    float width = PANEL_WIDTH * panel.scale;
    ImGui::SetNextWindowPos(ImVec2(size.x - width, 0.0f));
    ImGui::SetNextWindowSize(ImVec2(width, size.y));
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    drawTop(controls, asks);
    ImGui::Spacing();
    ImGui::Separator();
    // Notes come and go below, so that nothing moves away from under the pointer.
    ImGui::BeginChild("all", ImVec2(0.0f, panel.notesHeight > 0.0f ? -panel.notesHeight : 0.0f), false,
                      ImGuiWindowFlags_NoSavedSettings);
    drawFiles(panel, controls);
    drawGroups(panel, controls, TUNABLE_OF_DEMO, TUNABLE_OF_DEMO);
    heading("PICTURE");
    drawEffects(controls);
    drawGroups(panel, controls, TUNABLE_OF_DRAW, TUNABLE_OF_SURFACE);
    heading("FLUID");
    drawGroups(panel, controls, TUNABLE_OF_FLUID, TUNABLE_OF_VOLUME);
    heading("MEASURES");
    drawMeasures(panel, controls, gauges);
    drawHelp();
    ImGui::EndChild();
    float top = ImGui::GetCursorPosY();
    drawNotes(panel, controls, gauges, asks);
    panel.notesHeight = ImGui::GetCursorPosY() - top;
    panel.popup = ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup);
    ImGui::End();
}

} // namespace

// --- for C -----------------------------------------------------------------------------------------------------------

Panel *Panel_Create(GLFWwindow *window, bool es)
{
    IMGUI_CHECKVERSION();
    ImGui::CreateContext();
    ImGui::GetIO().IniFilename = nullptr;
    Panel *panel = new Panel;
    float x = 1.0f, y = 1.0f;
    int windowWidth = 1, framebufferWidth = 1, height = 1;
    glfwGetWindowContentScale(window, &x, &y);
    glfwGetWindowSize(window, &windowWidth, &height);
    glfwGetFramebufferSize(window, &framebufferWidth, &height);
    // Where windows are counted in pixels the panel has to grow itself.
    panel->scale = framebufferWidth > windowWidth ? 1.0f : std::max(1.0f, x);
    panel->window = window;
    panel->defaults = Tunables_GetDefaults();
    loadFont(FONT_SIZE * panel->scale);
    setStyle(panel->scale);
    if (!ImGui_ImplGlfw_InitForOpenGL(window, true) ||
        !ImGui_ImplOpenGL3_Init(es ? "#version 300 es" : "#version 330 core")) {
        Complain("the panel could not be made");
        Panel_Destroy(panel);
        return nullptr;
    }
    return panel;
}

void Panel_Destroy(Panel *panel)
{
    if (panel != nullptr) {
        ImGui_ImplOpenGL3_Shutdown();
        ImGui_ImplGlfw_Shutdown();
        ImGui::DestroyContext();
        delete panel;
    }
}

int Panel_GetWidth(const Panel *panel)
{
    return panel != nullptr ? static_cast<int>(PANEL_WIDTH * panel->scale) : 0;
}

bool Panel_TakesMouse(const Panel *panel)
{
    return panel != nullptr && panel->popup && ImGui::GetIO().WantCaptureMouse;
}

bool Panel_TakesKeys(const Panel *panel)
{
    return panel != nullptr && ImGui::GetIO().WantTextInput;
}

GaugeWants Panel_GetWants(const Panel *panel)
{
    return panel != nullptr ? panel->wants : GaugeWants{};
}

void Panel_Draw(Panel *panel, Controls *controls, const Gauges *gauges, PanelAsks *asks)
{
    ImGui_ImplOpenGL3_NewFrame();
    ImGui_ImplGlfw_NewFrame();
    ImGui::NewFrame();
    drawPanel(*panel, controls, gauges, asks);
    ImGui::Render();
    ImGui_ImplOpenGL3_RenderDrawData(ImGui::GetDrawData());
}
