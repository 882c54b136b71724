-- Uses the module as games do, rightly and wrongly. Arguments: the folder of gpufluid.lua, the picture
-- of python_twin.
local folder, twin, wrong = arg[2], arg[3], 0
package.path = folder .. "/?.lua;" .. package.path
local gpufluid = require("gpufluid")

local function expect(holds, what)
    if not holds then
        wrong = wrong + 1
        io.stderr:write("not so: ", what, "\n", debug.traceback("", 2), "\n")
    end
end

-- The call fails with a message that has this in it, and tells a line of this file.
local function expectError(text, call, ...)
    local ok, message = pcall(call, ...)
    expect(not ok and tostring(message):find(text, 1, true), text .. ": " .. tostring(message))
    expect(ok or tostring(message):find("main.lua:", 1, true), "the line of " .. tostring(message))
end

-- A picture is that of C: the mean of all differences is less than one of 255 steps.
local function expectTwin(picture, name)
    local file = assert(io.open(twin, "rb"))
    local data = love.filesystem.newFileData(file:read("*a"), "twin.png")
    file:close()
    local expected, sum = love.image.newImageData(data), 0
    picture:mapPixel(function(x, y, r, g, b, a)
        local er, eg, eb = expected:getPixel(x, y)
        sum = sum + math.abs(r - er) + math.abs(g - eg) + math.abs(b - eb)
        return r, g, b, a
    end)
    local mean = 255 * sum / (3 * picture:getWidth() * picture:getHeight())
    print(("%s: %.3f of 255"):format(name, mean))
    expect(mean < 1, name .. " is not as C's picture")
end

-- The scene of python_twin.c.
local function makeTwin(device)
    local fluid = device:newFluid({gridWidth = 80, gridHeight = 60, dyeScale = 2,
        boundaries = {top = {kind = "open"}}, grid = {vorticityConfinement = 3}})
    fluid:addEmitter({x = 0.1, y = 0.03, width = 0.04, height = 0.02, angle = 0.3, temperature = 40,
        velocity = {0.1, 0.3}, dye = {5, 4, 2, 5}})
    fluid:addSolid({x = 0.18, y = 0.12, radius = 0.03})
    for _ = 1, 30 do
        fluid:stepOnce()
    end
    return fluid
end

-- The same picture on the screen, in a canvas, and in a turned canvas that is turned back.
local function testPictures(device)
    local fluid = makeTwin(device)
    local look = {alpha = "opaque", solids = {outlineWidth = 2}}
    local canvas, turned = love.graphics.newCanvas(160, 120), love.graphics.newCanvas(160, 120)
    love.graphics.setCanvas(canvas)
    love.graphics.clear(0, 0, 0, 1)
    fluid:draw(0, 0, 160, 120, look)
    love.graphics.setCanvas(turned)
    love.graphics.push()
    love.graphics.translate(160, 120)
    love.graphics.rotate(math.pi)
    fluid:draw(0, 0, 160, 120, look)
    love.graphics.pop()
    love.graphics.setCanvas()
    expectTwin(canvas:newImageData(), "a canvas")
    local back = love.graphics.newCanvas(160, 120)
    love.graphics.setCanvas(back)
    love.graphics.draw(turned, 160, 120, math.pi)
    love.graphics.setCanvas()
    expectTwin(back:newImageData(), "a canvas that was turned")
    love.graphics.clear(0, 0, 0, 1)
    fluid:draw(0, 0, 160, 120, look)
    local x, y = fluid:toWorld(80, 30, 0, 0, 160, 120)
    local def = fluid:getDef()
    expect(math.abs(x - 40 * def.cellSize) < 1e-6 and math.abs(y - 45 * def.cellSize) < 1e-6, "toWorld")
    love.graphics.captureScreenshot(function(picture)
        expectTwin(picture, "the screen")
    end)
end

-- What LÖVE draws before and after is as it is without the fluid.
local function testState(device)
    local fluid = device:newFluid({gridWidth = 16, gridHeight = 16})
    local function paint(draws)
        local canvas = love.graphics.newCanvas(64, 64)
        love.graphics.setCanvas({canvas, stencil = true})
        love.graphics.clear(0.1, 0.2, 0.3)
        love.graphics.setScissor(0, 0, 60, 60)
        love.graphics.setColor(1, 0.5, 0.2)
        love.graphics.rectangle("fill", 5, 5, 30, 30)
        if draws then
            fluid:step(0.02)
            fluid:draw() -- nothing to be seen in it
        end
        love.graphics.setBlendMode("add")
        love.graphics.circle("fill", 40, 40, 20)
        love.graphics.print("text", 10, 40)
        love.graphics.setBlendMode("alpha")
        if draws then
            fluid:draw()
        end
        love.graphics.line(0, 0, 64, 64)
        love.graphics.setScissor()
        love.graphics.setCanvas()
        return canvas:newImageData():getString()
    end
    expect(paint(true) == paint(false), "LÖVE's own drawing")
end

local function testReads(device)
    local fluid = device:newFluid({gridWidth = 16, gridHeight = 8, cellSize = 0.1})
    fluid:splat({x = 0.8, y = 0.4, radius = 0.3, color = {1, 0.5, 0.25, 0.5}}):step(1 / 60)
    local values, info = fluid:readFieldBlocking("dye")
    expect(info.width == 16 and info.height == 8 and info.channels == 4, "the field's size")
    local middle = 4 * (4 * 16 + 8)
    expect(math.abs(values[middle] - 0.5) < 0.1 and math.abs(values[middle + 3] - 0.5) < 0.1, "its dye")
    local poll = fluid:requestField("velocity")
    local later
    for _ = 1, 1000 do
        later = later or poll()
    end
    expect(later, "a field that is polled")
    local text = fluid:saveBlocking()
    fluid:writeField("dye", values)
    fluid:writeFieldPartBlocking("dye", 1, 1, 1, 1, {1, 2, 3, 4})
    expect(fluid:readFieldBlocking("dye")[4 * 17 + 2] == 3, "a field that is written")
    local copy = device:loadFluid(text)
    expect(copy:getStepInfo().stepCount == fluid:getStepInfo().stepCount, "a snapshot")
    expect(fluid:load(text) == fluid, "a snapshot that is loaded")
    local query = fluid:newQuery()
    query:setPoints({{0.8, 0.4}, {x = 0.1, y = 0.1}})
    expect(query:request() == "done", "a query")
    local status, answer = query:waitBlocking()
    expect(status == "ready" and answer.pointCount == 2, "its answer")
    local body = fluid:addRigidBody({x = 0.5, y = 0.4, width = 0.2, height = 0.2})
    expect(math.abs(fluid:getRigidBody(body).position.x - 0.5) < 1e-6, "a body")
    expect(#fluid:pollImpacts() == 0, "impacts")
    local group = device:newFluidGroup({gridWidth = 8, gridHeight = 8}, 3)
    expect(group:getMember(2):getDef().gridWidth == 8, "a member of a group")
end

local function testWrong(device)
    local fluid = device:newFluid({gridWidth = 16, gridHeight = 16})
    expectError("near: radius", fluid.splat, fluid, {x = 0, y = 0, raduis = 1})
    expectError("near: splat", function() fluid:splt() end)
    expectError("with a colon", function() fluid.splat({}) end)
    expectError("must be finite", fluid.splat, fluid, {x = 0 / 0, y = 0, radius = 1})
    expectError("a number is expected, not string", fluid.splat, fluid, {x = "a", y = 0, radius = 1})
    expectError("the shape has no radius", fluid.splat, fluid, {x = 0, y = 0})
    expectError("a number is expected, not nil", fluid.step, fluid)
    expectError("takes 1 arguments, not 2", fluid.step, fluid, 0.1, 0.1)
    expectError("dt", fluid.step, fluid, 0 / 0)
    expectError("near: gaussian", device.newFluid, device, {solver = "gaus"})
    expectError("whole number", device.newFluid, device, {gridWidth = 1.5})
    expectError("whole number", device.newFluid, device, {gridWidth = 1e300})
    expectError("-1 x", device.newFluid, device, {gridWidth = -1})
    expectError("true or false", fluid.addSolid, fluid, {x = 0, y = 0, radius = 1, invert = 1})
    expectError("no such field", device.newFluid, device, {cookie = 1})
    expectError("a table", device.newFluid, device, 7)
    expectError("a Fluid is expected", fluid.couple, fluid, device, {}, 0.1)
    expectError("4 numbers", fluid.splat, fluid, {x = 0, y = 0, radius = 1, dye = {1, 2}})
    expectError("near: liquid", fluid.draw, fluid, {style = "liqud"})
    expectError("256 numbers are expected", fluid.writeField, fluid, "temperature", {1, 2})
    expectError("room for 2, and 20", fluid:newTracers({count = 10}).readBlocking, fluid:newTracers({count = 10}),
        require("ffi").new("float[2]"), 20)
    expectError("snapshot", fluid.load, fluid, "garbage")
    expectError("a list", fluid:newQuery().setPoints, fluid:newQuery(), 5)
    local solid = fluid:addSolid({x = 0, y = 0, radius = 1})
    fluid:removeSolid(solid)
    expectError("no longer alive", fluid.removeSolid, fluid, solid)
    expectError("gfSolidId", fluid.removeSolid, fluid, fluid:addEmitter({x = 0, y = 0, radius = 1}))
    expectError("near: gfSourceDef", gpufluid.new, "gfSorceDef")
    expectError("an error in a frame", device.frame, device, function() error("an error in a frame") end)
    fluid:step(0.01) -- the frame is closed
    expectError("an error of the game", pcall and function()
        love.graphics.push()
        fluid:draw()
        error("an error of the game")
    end)
    love.graphics.reset()
    local tracers = fluid:newTracers({count = 10})
    fluid:destroy()
    fluid:destroy()
    expect(fluid:isDestroyed() and tostring(fluid) == "Fluid (destroyed)", "a destroyed fluid")
    expectError("was destroyed", fluid.step, fluid, 0.1)
    expectError("was destroyed", fluid.draw, fluid)
    expectError("was destroyed", tracers.step, tracers, 0.1) -- they went with it
    tracers:destroy()
end

-- Every method of every object, called with anything, returns or raises an error with a sentence.
local function testAnything(device)
    local fluid = device:newFluid({gridWidth = 8, gridHeight = 8})
    local objects = {fluid, fluid:newTracers({count = 4}), fluid:newQuery(), fluid:newGovernor(), fluid:requestSave(),
        device:newFluidGroup({gridWidth = 8, gridHeight = 8}, 2), device:newFluid3D(), device}
    local things = {0 / 0, 1 / 0, -1, 0, 0.5, 3, 1e300, "", "dye", true, {}, {1, 2}, {x = 0, y = 0, radius = 1},
        {{0, 0}}, {solver = "grid"}, function() end, fluid, device, gpufluid.shape({x = 0, y = 0, radius = 1})}
    local refused, left_out = 0, {destroy = true, lose = true, endFrame = true, beginFrame = true}
    math.randomseed(11)
    for _, object in ipairs(objects) do
        for name, method in pairs(getmetatable(object).methods) do
            for _ = 1, left_out[name] and 0 or 12 do
                local given = {}
                for i = 1, math.random(0, 6) do
                    given[i] = things[math.random(#things)]
                end
                local ok, message = pcall(method, object, unpack(given))
                refused = refused + (ok and 0 or 1)
                expect(ok or type(message) == "string" and #message > 20 and not message:find("gpufluid.lua", 1, true),
                    tostring(object) .. ":" .. name .. " says " .. tostring(message))
            end
        end
    end
    expect(refused > 500, "so few were refused: " .. refused)
end

-- Objects that nobody destroys go with the garbage; none goes while it is needed.
local function testLives()
    local device = gpufluid.newDevice()
    local first
    for life = 1, 50 do
        local fluid = device:newFluid({gridWidth = 8, gridHeight = 8})
        fluid:newTracers({count = 4}):step(0.01)
        if life % 2 == 0 then
            fluid:destroy()
        end
        fluid = nil
        collectgarbage()
        collectgarbage()
        local held = device:getMemory()
        first = first or held.textures
        expect(held.fluids == 0 and held.textures <= first, "life " .. life .. " leaves something")
    end
    for _ = 1, 50 do
        gpufluid.newDevice()
    end
    local kept = gpufluid.newDevice():newFluid({gridWidth = 8, gridHeight = 8})
    collectgarbage()
    collectgarbage()
    kept:step(0.01)
    device:destroy()
end

-- A mode that needs another context: what is collected later is of the old one, and the new one's images stay.
local function testNewContext()
    local device = gpufluid.newDevice()
    local fluid = device:newFluid({gridWidth = 16, gridHeight = 16}):step(0.01)
    love.window.setMode(160, 120, {msaa = 2})
    expectError("another GL context is current", fluid.step, fluid, 0.01)
    local images, canvas = {}, love.graphics.newCanvas(240, 1)
    for i = 1, canvas:getWidth() do
        local data = love.image.newImageData(1, 1)
        data:setPixel(0, 0, i / 255, 0, 0, 1)
        images[i] = love.graphics.newImage(data)
    end
    fluid, device = nil, nil
    for _ = 1, 4 do
        collectgarbage()
    end
    love.graphics.setCanvas(canvas)
    for i, image in ipairs(images) do
        love.graphics.draw(image, i - 1, 0)
    end
    love.graphics.setCanvas()
    local picture, spoilt = canvas:newImageData(), 0
    for i in ipairs(images) do
        spoilt = spoilt + (math.abs(255 * picture:getPixel(i - 1, 0) - i) < 1 and 0 or 1)
    end
    expect(spoilt == 0, spoilt .. " images of the new context are spoilt")
end

function love.errorhandler(message)
    io.stderr:write(debug.traceback(message), "\n")
    return function()
        return 1
    end
end

local frame = 0
function love.draw()
    frame = frame + 1
    if frame == 1 then
        local device = gpufluid.newDevice({validation = "errors"})
        testPictures(device)
    elseif frame == 2 then
        local device = gpufluid.newDevice()
        testState(device)
        testReads(device)
        testWrong(device)
        testAnything(device)
        testLives()
        expect(love.graphics.getStats().drawcalls ~= nil, "LÖVE goes on")
        testNewContext()
        love.event.quit(wrong == 0 and 0 or 1)
    end
end
