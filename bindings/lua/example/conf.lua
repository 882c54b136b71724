-- The library needs OpenGL 3.3 or OpenGL ES 3.0. LÖVE 11 asks for 3.3 first, so nothing has to be set for it.
function love.conf(t)
    t.identity = "gpufluid-comet"
    t.window.title = "Comet: push the crates into the ring. Arrow keys steer, Escape ends"
    t.window.width, t.window.height = 960, 540
    t.modules.audio, t.modules.physics = false, false
end
