-- Comet: a game for LÖVE 11. Its exhaust stirs the smoke, and the smoke pushes crates; bring them into the ring.
--
--     love bindings/lua/example [--frames N] [--out FILE.png]      --frames: it flies by itself and ends (unattended.lua)
--
-- GPUFLUID_LIBRARY and GPUFLUID_CDEF name libgpufluid and gpufluid_cdef.h where the system does not have them.
local here = love.filesystem.getSource()
package.path = here .. "/../?.lua;" .. here .. "/?.lua;" .. package.path
local gpufluid = require("gpufluid")
local unattended = require("unattended")

local WIDE, HIGH = 3.2, 1.8 -- m
local RING = {x = 2.72, y = 0.9, radius = 0.3}
local CRATE = 0.085 -- m: half its side
local fluid, exhaust, canvas
local comet = {x = 0.4, y = 0.4, angle = 0.5, speed = 0.6}
local crates, stars, home, time = {}, {}, 0, 0

local function addCrate(x, y)
    crates[#crates + 1] = fluid:addRigidBody({x = x, y = y, width = 2 * CRATE, height = 2 * CRATE, density = 300,
        angle = x + y, restitution = 0.4})
end

-- What the comet leaves behind it in each second.
local function trail()
    local back_x, back_y = -math.cos(comet.angle), -math.sin(comet.angle)
    local glow = 0.5 + 0.5 * math.sin(time)
    return {x = comet.x + 0.07 * back_x, y = comet.y + 0.07 * back_y, radius = 0.035, sweeps = true,
        fields = {"dye", "velocity"}, acceleration = {70 * back_x, 70 * back_y},
        color = {3, 0.7 + 0.9 * glow, 0.3 + 2.4 * (1 - glow), 8}}
end

function love.load(arguments)
    unattended.load(arguments)
    local device = gpufluid.newDevice()
    fluid = device:newFluid({gridWidth = 160, gridHeight = 90, cellSize = WIDE / 160, dyeScale = 2,
        grid = {gravity = {0, 0}, dyeDissipation = 0.3, velocityDissipation = 0.2, vorticityConfinement = 4}})
    for i = 0, 5 do
        addCrate(1.15 + 0.42 * (i % 3), i < 3 and 0.55 or 1.3)
    end
    fluid:addSolid({x = 1.6, y = 0.93, radius = 0.13})
    exhaust = fluid:addEmitter(trail())
    canvas = love.graphics.newCanvas(love.graphics.getWidth() / 2, love.graphics.getHeight() / 2)
    math.randomseed(7)
    for i = 1, 160 do
        stars[i] = {math.random(0, 960), math.random(0, 540), 0.1 + 0.5 * math.random()}
    end
end

local function steer(dt)
    local keys = love.keyboard.isDown
    local turn = (keys("left") and 1 or 0) - (keys("right") and 1 or 0)
    local thrust = (keys("up") and 1 or 0) - (keys("down") and 1 or 0)
    if unattended.frames then
        turn, thrust = unattended.steer(comet, time)
    end
    comet.angle = comet.angle + 2.6 * turn * dt
    comet.speed = math.max(0.15, math.min(1.2, comet.speed + 0.9 * thrust * dt))
    comet.x = (comet.x + comet.speed * math.cos(comet.angle) * dt) % WIDE
    comet.y = (comet.y + comet.speed * math.sin(comet.angle) * dt) % HIGH
end

function love.update(dt)
    dt = unattended.frames and 1 / 60 or math.min(dt, 1 / 20)
    time = time + dt
    steer(dt)
    fluid:setEmitter(exhaust, trail())
    fluid:step(dt)
    for i = #crates, 1, -1 do
        local at = fluid:getRigidBody(crates[i]).position
        if (at.x - RING.x) ^ 2 + (at.y - RING.y) ^ 2 < RING.radius ^ 2 then
            fluid:removeRigidBody(table.remove(crates, i))
            fluid:splat({x = at.x, y = at.y, radius = 0.15, divergence = 1, color = {0.3, 2, 0.8}})
            home = home + 1
        end
    end
end

-- The game paints in metres, y up, as the fluid counts.
local function paintWorld()
    local scale = love.graphics.getWidth() / WIDE
    love.graphics.push()
    love.graphics.scale(scale, -scale)
    love.graphics.translate(0, -HIGH)
    love.graphics.setLineWidth(0.015)
    love.graphics.setColor(0.4, 1, 0.6, 0.5 + 0.2 * math.sin(4 * time))
    love.graphics.circle("line", RING.x, RING.y, RING.radius, 64)
    for _, crate in ipairs(crates) do
        local body = fluid:getRigidBody(crate)
        love.graphics.push()
        love.graphics.translate(body.position.x, body.position.y)
        love.graphics.rotate(body.shape.angle)
        love.graphics.setColor(0.72, 0.5, 0.27)
        love.graphics.rectangle("fill", -CRATE, -CRATE, 2 * CRATE, 2 * CRATE, 0.012)
        love.graphics.setColor(0.42, 0.26, 0.12)
        love.graphics.rectangle("line", -CRATE, -CRATE, 2 * CRATE, 2 * CRATE, 0.012)
        love.graphics.pop()
    end
    love.graphics.translate(comet.x, comet.y)
    love.graphics.rotate(comet.angle)
    love.graphics.setColor(1, 0.95, 0.8)
    love.graphics.polygon("fill", 0.09, 0, -0.05, 0.045, -0.05, -0.045)
    love.graphics.pop()
end

-- Smoke is soft, so it is drawn to a canvas of a quarter of the pixels.
local function paintSmoke()
    love.graphics.setCanvas(canvas)
    love.graphics.clear(0, 0, 0, 0)
    fluid:draw(0, 0, canvas:getWidth(), canvas:getHeight(), {solids = {color = {0.1, 0.12, 0.2, 1}}})
    love.graphics.setCanvas()
    love.graphics.setColor(1, 1, 1)
    love.graphics.setBlendMode("alpha", "premultiplied")
    love.graphics.draw(canvas, 0, 0, 0, 2, 2)
    love.graphics.setBlendMode("alpha")
end

function love.draw()
    love.graphics.clear(0.015, 0.02, 0.05)
    for _, star in ipairs(stars) do
        love.graphics.setColor(0.8, 0.85, 1, star[3])
        love.graphics.points(star[1], star[2])
    end
    paintSmoke()
    paintWorld()
    love.graphics.setColor(1, 1, 1)
    love.graphics.print(home .. " of " .. home + #crates .. " crates are home", 16, 12)
    unattended.draw()
end

function love.keypressed(key)
    if key == "escape" then
        love.event.quit()
    end
end
