-- Runs of the game that nobody plays: --frames N steers by itself and ends after so many, --out FILE.png keeps the last.
local unattended = {}
local frame = 0

function unattended.load(arguments)
    for i = 1, #arguments - 1, 2 do
        unattended[arguments[i]:gsub("^%-%-", "")] = arguments[i + 1]
    end
end

-- Turn and thrust that lead along a figure of eight.
function unattended.steer(comet, time)
    local x, y = 1.5 + 1.2 * math.cos(0.8 * time + 2.5), 0.9 + 0.55 * math.sin(1.6 * time)
    local wanted = math.atan2(y - comet.y, x - comet.x) - comet.angle
    return 2 * math.sin(wanted), math.cos(wanted)
end

function unattended.draw()
    frame = frame + 1
    if frame ~= tonumber(unattended.frames) then
        return
    end
    love.graphics.captureScreenshot(function(picture)
        local file = assert(io.open(unattended.out or "comet.png", "wb"))
        file:write(picture:encode("png"):getString())
        file:close()
        love.event.quit()
    end)
end

-- An error ends such a run, instead of being shown.
local show = love.errorhandler
function love.errorhandler(message)
    if not unattended.frames then
        return show(message)
    end
    io.stderr:write(debug.traceback(message), "\n")
    return function()
        return 1
    end
end

return unattended
