function love.conf(t)
    t.identity = "gpufluid-test"
    t.window.width, t.window.height = 160, 120
    t.window.vsync = 0
    t.modules.audio, t.modules.physics, t.modules.joystick = false, false, false
end
