// Inks, alpha modes, tone and encoding over a background, against the same sums in double precision; and every style by
// way of the picture's textures.
#include "support/flow.h"
#include "support/picture.h"

typedef double Rgb[3];

PICTURE_AMOUNT(ramp, 0.2 + 1.5 * x)

typedef struct Seen {
    Rgb light, through;
    double cover;
} Seen;

static void tone(Rgb light, const gfDrawDef *def)
{
    double brightest = 0.0;
    for (int c = 0; c < 3; c++) {
        light[c] *= (double)def->tone.exposure;
        brightest = fmax(brightest, light[c]);
    }
    double white = fmax(brightest - 1.0, 0.0);
    for (int c = 0; c < 3 && def->tone.map == GF_TONE_FILMIC; c++) {
        double x = light[c] + (brightest - light[c]) * white / (white + 6.0);
        light[c] = fmin(x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14), 1.0);
    }
}

static double premultiplied(double light, double cover, bool srgb)
{
    if (!srgb) {
        return light;
    }
    double least = Picture_Encode(cover, true);
    double beyond = (Picture_Encode(fmax(light, cover), true) - least) * (1.0 - cover) / fmax(1.0 - least, 1e-4);
    return cover * Picture_Encode(light / fmax(cover, 1e-6), true) + beyond;
}

static Seen inkOf(const gfDrawDef *def, double amount, const double color[3])
{
    Seen s = {.cover = def->ink == GF_INK_COVER ? 1.0 - exp(-amount) : 0.0};
    for (int c = 0; c < 3; c++) {
        s.light[c] = def->ink == GF_INK_COVER ? color[c] * s.cover : def->ink == GF_INK_LIGHT ? color[c] * amount : 0.0;
        s.through[c] = def->ink == GF_INK_ABSORB ? exp(-amount * fmax(1.0 - color[c], 0.0)) : 1.0;
    }
    return s;
}

static Seen under(Seen s, const float color[4])
{
    double a = (double)color[3];
    s.cover += (1.0 - s.cover) * a;
    for (int c = 0; c < 3; c++) {
        s.light[c] += ((double)color[c] - s.light[c]) * a;
        s.through[c] += (1.0 - s.through[c]) * a;
    }
    return s;
}

static double clampByte(double v)
{
    return fmin(fmax(v, 0.0), 1.0);
}

// The pixel of an RGBA8 framebuffer that held `host`.
static void composed(const gfDrawDef *def, Seen s, const double host[4], double pixel[4])
{
    bool srgb = def->encodeSrgb;
    double opacity = (double)def->opacity, cover = s.cover * opacity, mean = 0.0, most = 0.0;
    Rgb light, through;
    for (int c = 0; c < 3; c++) {
        light[c] = s.light[c] * opacity;
    }
    tone(light, def);
    for (int c = 0; c < 3; c++) {
        through[c] = 1.0 + (s.through[c] - 1.0) * opacity;
        mean += through[c] / 3.0;
        most = fmax(most, light[c]);
    }
    double alpha = 1.0 - (1.0 - cover) * mean;
    bool layers = def->ink == GF_INK_ABSORB && def->blend;
    if (def->alpha == GF_ALPHA_STRAIGHT && !layers) {
        alpha = fmax(alpha, clampByte(most));
    }
    for (int c = 0; c < 3; c++) {
        if (def->alpha == GF_ALPHA_OPAQUE) {
            pixel[c] = Picture_Encode(light[c] + through[c] * (1.0 - cover) * (double)def->background[c], srgb);
        } else if (layers) {
            pixel[c] =
                host[c] * Picture_Encode(through[c], srgb) * (1.0 - cover) + premultiplied(light[c], cover, srgb);
        } else if (def->alpha == GF_ALPHA_STRAIGHT) {
            double own = clampByte(Picture_Encode(light[c] / fmax(alpha, 1e-6), srgb));
            pixel[c] = def->blend ? own * alpha + (1.0 - alpha) * host[c] : own;
        } else {
            pixel[c] = clampByte(premultiplied(light[c], alpha, srgb)) + (def->blend ? (1.0 - alpha) * host[c] : 0.0);
        }
        pixel[c] = clampByte(pixel[c]);
    }
    pixel[3] = def->alpha == GF_ALPHA_OPAQUE ? 1.0
               : layers                      ? cover + (1.0 - cover) * host[3]
               : def->blend                  ? alpha + (1.0 - alpha) * host[3]
                                             : alpha;
}

typedef struct Expected {
    AmountFn *amount;
    const double *color;
    bool solid; // a disc of 0.25 in the middle, where no dye is
} Expected;

static void expectPicture(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, const gfDrawDef *def,
                          const Expected *expected, const double host[4])
{
    uint8_t pixels[SIDE * SIDE * 4];
    Picture_DrawOver(fixture, canvas, fluid, def, host, pixels);
    for (int k = 0; k < SIDE * SIDE; k++) {
        double x = (k % SIDE + 0.5) / SIDE, y = (double)(k / SIDE + 0.5) / SIDE, r = hypot(x - 0.5, y - 0.5);
        // The last cells of a ramp end in its edge's value; a solid's rim is soft, and the dye's step at .32 swings for
        // three texels.
        if (fmin(x, 1.0 - x) < 2.5 / GRID || (expected->solid && r > 0.17 && r < 0.42)) {
            continue;
        }
        bool inside = expected->solid && r < 0.25;
        double pixel[4];
        Seen s = inkOf(def, inside ? 0.0 : expected->amount(x, y) / (double)def->range, expected->color);
        composed(def, inside ? under(s, def->solids.color) : s, host, pixel);
        for (int c = 0; c < 4; c++) {
            // Blended in 8 bits: colour, alpha and what comes of them are rounded to a level each.
            bool blended = def->alpha != GF_ALPHA_OPAQUE && def->blend;
            fail_if(fabs((double)pixels[4 * k + c] - 255.0 * pixel[c]) > (blended ? 1.6 : 1.0),
                    "channel %d at %d, %d is %d, not %.2f: ink %d, alpha %d, blend %d, tone %d, exposure %g, "
                    "opacity %g, sRGB %d, bloom %d, over %g %g %g",
                    c, k % SIDE, k / SIDE, pixels[4 * k + c], 255.0 * pixel[c], (int)def->ink, (int)def->alpha,
                    def->blend, (int)def->tone.map, (double)def->tone.exposure, (double)def->opacity, def->encodeSrgb,
                    def->bloom.enabled, host[0], host[1], host[2]);
        }
    }
}

// What comes of a host's pixel is linear in it: three tell all.
static const double hosts[][4] = {{1.0, 0.0, 0.2, 1.0}, {0.0, 0.6, 1.0, 0.0}, {0.2, 0.4, 0.4, 0.6}};

// The direct way, and the same by way of the picture's textures.
static void expectOverHosts(const Fixture *fixture, const Canvas *canvas, gfFluid *fluid, gfDrawDef *def,
                            const Expected *expected)
{
    for (int alpha = 0; alpha <= GF_ALPHA_PREMULTIPLIED; alpha++) {
        for (size_t h = 0; h < sizeof hosts / sizeof hosts[0]; h++) {
            def->alpha = (gfAlphaMode)alpha;
            for (int c = 0; c < 4; c++) {
                def->background[c] = (float)hosts[h][c];
            }
            for (int way = 0; way < 2; way++) {
                def->bloom.enabled = way == 1;
                def->bloom.intensity = 0.0f;
                expectPicture(fixture, canvas, fluid, def, expected, hosts[h]);
            }
        }
    }
}

TEST(testInksOverBackgrounds)
{
    static const double colors[][3] = {{0.9, 0.5, 0.1}, {0.2, 1.0, 0.6}};
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfFluid *fluid = Picture_MakeFluid(fixture->device, GRID);
    gfDrawDef def = gfDefaultDrawDef();
    for (int k = 0; k < 2; k++) {
        Picture_WriteDye(fluid, k == 0 ? ramp : Picture_One, colors[k]);
        const Expected expected = {k == 0 ? ramp : Picture_One, colors[k], false};
        for (int choice = 0; choice < 48; choice++) {
            def.ink = (gfInk)(choice % 3);
            def.tone.map = choice / 3 & 1 ? GF_TONE_FILMIC : GF_TONE_NONE;
            def.encodeSrgb = choice / 6 & 1;
            def.opacity = choice / 12 & 1 ? 0.6f : 1.0f;
            def.tone.exposure = choice / 24 & 1 ? 2.5f : 1.0f;
            def.range = k == 0 ? 1.0f : 0.5f;
            expectOverHosts(fixture, &canvas, fluid, &def, &expected);
        }
    }
    def.blend = false;
    const Expected last = {Picture_One, colors[1], false};
    for (int ink = 0; ink <= GF_INK_ABSORB; ink++) {
        def.ink = (gfInk)ink;
        expectOverHosts(fixture, &canvas, fluid, &def, &last);
    }
}

PICTURE_AMOUNT(outside, hypot(x - 0.5, y - 0.5) < 0.32 ? 0.0 : 0.8)

TEST(testSolidsOverBackgrounds)
{
    static const double color[3] = {0.9, 0.3, 0.1};
    Canvas canvas = Canvas_Make(fixture, SIDE, SIDE);
    gfFluid *fluid = Picture_MakeFluid(fixture->device, GRID);
    Flow_AddDisc(fluid, 0.5f, 0.5f, 0.25f);
    Flow_Steps(fluid, 1);
    Picture_WriteDye(fluid, outside, color);
    gfDrawDef def = gfDefaultDrawDef();
    def.range = 1.0f;
    const Expected expected = {outside, color, true};
    for (int choice = 0; choice < 24; choice++) {
        def.ink = (gfInk)(choice % 3);
        def.tone.map = choice / 3 & 1 ? GF_TONE_FILMIC : GF_TONE_NONE;
        def.encodeSrgb = choice / 6 & 1;
        def.solids.color[3] = choice / 12 & 1 ? 0.5f : 1.0f;
        expectOverHosts(fixture, &canvas, fluid, &def, &expected);
    }
}

// Every style by way of the picture's textures is what it is at once; of both solvers, with solids and in motion.
TEST(testStylesByWayOfThePicture)
{
    static const gfDrawStyle styles[] = {GF_DRAW_DYE,       GF_DRAW_VELOCITY, GF_DRAW_PRESSURE, GF_DRAW_TEMPERATURE,
                                         GF_DRAW_VORTICITY, GF_DRAW_SOLIDS,   GF_DRAW_MASS};
    enum { N = 48 };
    static uint8_t pixels[2][N * N * 4];
    Canvas canvas = Canvas_Make(fixture, N, N);
    for (int solver = 0; solver < 2; solver++) {
        gfFluidDef fluidDef = Flow_Def(GRID, GRID, 2);
        fluidDef.solver = solver == 0 ? GF_SOLVER_GRID : GF_SOLVER_GAUSSIAN;
        gfFluid *fluid = Flow_Make(fixture, &fluidDef);
        Flow_AddDisc(fluid, 0.6f, 0.6f, 0.12f);
        gfSourceDef source = Flow_DiscSource(0.4f, 0.4f, 0.15f);
        source.velocity = (gfVec2){0.5f, 0.8f};
        source.dye[0] = source.dye[3] = 1.0f;
        source.temperature = 3.0f;
        source.mass = 1.0f;
        Flow_Pour(fluid, &source, 3);
        for (size_t i = 0; i < 3 * sizeof styles / sizeof styles[0]; i++) {
            gfDrawDef def = Picture_Look(styles[i / 3], true);
            def.alpha = (gfAlphaMode)(i % 3);
            def.solids.outlineWidth = 1.5f;
            def.bloom.intensity = 0.0f;
            if (solver == 0 ? def.style == GF_DRAW_MASS : def.style == GF_DRAW_TEMPERATURE) {
                continue;
            }
            for (int way = 0; way < 2; way++) {
                def.bloom.enabled = way == 1;
                Picture_DrawOver(fixture, &canvas, fluid, &def, hosts[2], pixels[way]);
            }
            for (int k = 0; k < N * N * 4; k++) {
                fail_if(abs(pixels[0][k] - pixels[1][k]) > 1,
                        "solver %d, style %d, alpha %d: channel %d at %d, %d is %d, not %d", solver, (int)def.style,
                        (int)def.alpha, k % 4, k / 4 % N, k / 4 / N, pixels[1][k], pixels[0][k]);
            }
        }
    }
}
