-- gpufluid for LÖVE 11 and other hosts of LuaJIT: what the C library has, as objects, keyword tables and Lua errors.
--
--     local gpufluid = require("gpufluid")
--     local device = gpufluid.newDevice()                      -- of LÖVE's own GL context
--     local fluid = device:newFluid({gridWidth = 160, gridHeight = 90, cellSize = 0.01})
--     fluid:addSolid({x = 0.8, y = 0.45, radius = 0.1})
--     fluid:splat({x = 0.4, y = 0.3, radius = 0.05, color = {1, 0.5, 0.1}, velocity = {0, 2}})
--     fluid:step(dt)
--     fluid:draw(0, 0, 640, 360)                               -- in love.draw
--
-- Methods are the C functions: gfFluid_AddEmitter(fluid, &def) is fluid:addEmitter({...}), whose table has the fields
-- of gfSourceDef; one that it does not name has its default. The headers are the manual. docs/bindings.md: the rest.
local ffi = require("ffi")

local gpufluid = {}
local classes, structs, enums, functions = {}, {}, {}, {}
local C

local MAKERS = { -- names of objects, by the method that makes one
    gfDevice = {newFluid = "gfCreateFluid", newFluid3D = "gfCreateFluid3D", newFluidGroup = "gfCreateFluidGroup",
        newOpticalFlow = "gfCreateOpticalFlow", newFrameGovernor = "gfCreateFrameGovernor",
        loadFluid = "gfCreateFluidFromSnapshot", loadFluid3D = "gfCreateFluid3DFromSnapshot"},
    gfFluid = {newTracers = "gfCreateTracers", newQuery = "gfCreateQuery", newGovernor = "gfCreateGovernor",
        defaultDrawDef = "gfDefaultDrawDefFor"},
    gfFluid3D = {defaultDrawDef = "gfDefaultDraw3DDefFor"},
}
local FLAGS = {["gfSourceDef.fields"] = "gfSourceFields", ["gfSource3DDef.fields"] = "gfSourceFields"}
local DEFAULTS_OF = {["gfFluid_Draw"] = "gfDefaultDrawDefFor", ["gfFluid_DrawToTexture"] = "gfDefaultDrawDefFor",
    ["gfFluid3D_Draw"] = "gfDefaultDraw3DDefFor"}
local INTEGERS = {int32_t = {-2 ^ 31, 2 ^ 31 - 1}, uint32_t = {0, 2 ^ 32 - 1}, uint16_t = {0, 65535},
    uint8_t = {0, 255}, size_t = {0, 2 ^ 53}, uint64_t = {0, 2 ^ 53}}

-- Errors name the line of the game: the first that is not of this file.
local source = debug.getinfo(1, "S").source
local function fail(message, ...)
    local level = 2
    while true do
        local info = debug.getinfo(level, "S")
        if not info or info.source ~= source and info.what ~= "C" then
            break
        end
        level = level + 1
    end
    error(select("#", ...) > 0 and message:format(...) or message, level)
end

local function distance(a, b)
    local row = {}
    for j = 0, #b do
        row[j] = j
    end
    for i = 1, #a do
        local diagonal = row[0]
        row[0] = i
        for j = 1, #b do
            local cost = a:byte(i) == b:byte(j) and 0 or 1
            diagonal, row[j] = row[j], math.min(row[j] + 1, row[j - 1] + 1, diagonal + cost)
        end
    end
    return row[#b]
end

-- ", near: a, b", or ", expected: ..." where none is near.
local function nearest(name, known)
    local found, all = {}, {}
    name = tostring(name):lower()
    for other in pairs(known) do
        local low = other:lower()
        local apart = low:find(name, 1, true) and #name > 2 and 0 or distance(name, low)
        all[#all + 1] = other
        if apart <= math.max(2, math.floor(#name / 3)) then
            found[#found + 1] = {apart, other}
        end
    end
    table.sort(found, function(a, b)
        return a[1] < b[1] or a[1] == b[1] and a[2] < b[2]
    end)
    table.sort(all)
    if #found == 0 then
        return "; expected: " .. table.concat(all, ", ")
    end
    for i, item in ipairs(found) do
        found[i] = item[2]
    end
    return "; near: " .. table.concat(found, ", ", 1, math.min(#found, 4))
end

local function lowerFirst(name)
    return name:sub(1, 1):lower() .. name:sub(2)
end

local function kindOf(value)
    return type(value) == "cdata" and tostring(ffi.typeof(value)):match("^ctype<(.*)>$") or type(value)
end

-- Reading the declarations -------------------------------------------------------------------------------------------

local function readType(text)
    local name, dimensions = text:match("([%w_]+)([%[%]%d]*)$")
    local lengths = {}
    for length in dimensions:gmatch("%d+") do
        lengths[#lengths + 1] = tonumber(length)
    end
    local kind = text:sub(1, #text - #name - #dimensions):gsub("%s+$", "")
    return {name = name, type = kind, lengths = lengths, base = kind:match("^const ([%w_]+) %*$") or
        kind:match("^([%w_]+) %*$"), const = kind:match("^const ") ~= nil}
end

local function readEnum(name, body)
    local values, prefix = {}, nil
    for value, number in body:gmatch("(GF_[%w_]+) = (-?%d+)") do
        values[value] = tonumber(number)
        prefix = prefix or value
        while value:sub(1, #prefix) ~= prefix or prefix:sub(-1) ~= "_" do
            prefix = prefix:sub(1, -2)
        end
    end
    enums[name] = {values = values, short = {}, names = {}}
    for value, number in pairs(values) do
        local short = value:sub(#prefix + 1):lower()
        enums[name].short[short] = number
        enums[name].names[number] = short
    end
end

local function readDeclarations(text)
    for name, body in text:gmatch("typedef enum (gf%w+) {\n(.-)\n}") do
        readEnum(name, body)
    end
    for name, body in text:gmatch("\nstruct (gf%w+) {\n(.-)\n};") do
        local fields = {}
        for line in body:gmatch("[^\n]+") do
            local callback = line:match("%(%*(%w+)%)")
            local field = callback and {name = callback, type = "function", lengths = {}} or
                readType(line:match("^%s*(.-);$"))
            fields[#fields + 1] = field
            fields[field.name] = field
        end
        structs[name] = fields
    end
    for head, parameters in text:gmatch("\n([%w_ *]+)(%b());") do
        local declared = readType(head)
        local list = {}
        for part in parameters:sub(2, -2):gmatch("[^,]+") do
            if part ~= "void" then
                list[#list + 1] = readType((part:gsub("^%s+", "")))
            end
        end
        if declared.name:match("^gf") and not head:match("typedef") then
            functions[declared.name] = {name = declared.name, returns = declared.type, base = declared.base,
                parameters = list}
        end
    end
end

-- From Lua to C ------------------------------------------------------------------------------------------------------

local fill

local function toEnum(value, name, where)
    local known = enums[name]
    if type(value) == "number" and known.names[value] then
        return value
    end
    if type(value) == "string" then
        local number = known.short[value:lower()] or known.values[value]
        if number then
            return number
        end
    elseif type(value) == "cdata" and tonumber(value) and known.names[tonumber(value)] then
        return tonumber(value)
    end
    return fail("%s: %s is no %s%s", where, tostring(value), name, nearest(value, known.short))
end

local function toFlags(value, name, where)
    if type(value) ~= "table" then
        return value
    end
    local bits = 0
    for _, item in ipairs(value) do
        bits = bit.bor(bits, toEnum(item, name, where))
    end
    return bits
end

local function toNumber(value, kind, where)
    if type(value) ~= "number" then
        fail("%s: a number is expected, not %s", where, kindOf(value))
    end
    local limits = INTEGERS[kind]
    if limits and (value ~= math.floor(value) or value < limits[1] or value > limits[2]) then
        fail("%s: a whole number from %.0f to %.0f is expected, not %s", where, limits[1], limits[2], tostring(value))
    end
    return value
end

local function isStruct(value, name)
    return type(value) == "cdata" and ffi.istype(name, value)
end

-- The shape that keywords tell: of x, y and radius a circle, of x, y, width and height a rectangle around (x, y), of
-- `from`, `to` and radius a capsule, of points a polygon.
local SHAPE_KEYS = {x = true, y = true, radius = true, width = true, height = true, angle = true, from = true,
    to = true, points = true}

local function toPoints(list, where)
    if type(list) ~= "table" then
        fail("%s: a list of points is expected, not %s", where, kindOf(list))
    end
    local points = ffi.new("gfVec2[?]", math.max(#list, 1))
    for i, point in ipairs(list) do
        fill(points[i - 1], "gfVec2", point, where .. "[" .. i .. "]")
    end
    return points, #list
end

local function toShape(keys, where)
    local function number(key, default)
        local value = keys[key]
        if value == nil then
            value = default
        end
        if value == nil then
            fail("%s: the shape has no %s", where, key)
        end
        return toNumber(value, "float", where .. "." .. key)
    end
    local made
    if keys.points then
        local points, count = toPoints(keys.points, where .. ".points")
        made = C.gfMakePolygon(points, count)
    elseif keys.from or keys.to then
        local ends = ffi.new("gfVec2[2]")
        fill(ends[0], "gfVec2", keys.from, where .. ".from")
        fill(ends[1], "gfVec2", keys.to, where .. ".to")
        made = C.gfMakeCapsule(ends[0], ends[1], number("radius"))
    elseif keys.width or keys.height then
        made = C.gfMakeRectangle(ffi.new("gfVec2", number("x"), number("y")),
            ffi.new("gfVec2", number("width") / 2, number("height") / 2), number("angle", 0))
    else
        made = C.gfMakeCircle(ffi.new("gfVec2", number("x"), number("y")), number("radius"))
    end
    return made
end

local function toDye(color, where)
    if type(color) ~= "table" then
        fail("%s: a list of red, green, blue and perhaps alpha is expected, not %s", where, kindOf(color))
    end
    local amount = color[4] or 1
    local dye = {amount, amount, amount, amount}
    for i = 1, 3 do
        dye[i] = toNumber(color[i], "float", where .. "[" .. i .. "]") * amount
    end
    return dye
end

local function setArray(target, field, value, where, depth)
    local length = field.lengths[depth]
    if type(value) == "cdata" or type(value) == "string" then
        fail("%s: a list of at most %d is expected, not %s", where, length, kindOf(value))
    end
    if type(value) ~= "table" or #value > length then
        fail("%s: a list of at most %d is expected, not %s", where, length,
            type(value) == "table" and "one of " .. #value or kindOf(value))
    end
    local numbers = depth == #field.lengths and not structs[field.type]
    if numbers and #value ~= length and length <= 4 then
        fail("%s: %d numbers are expected, not %d", where, length, #value)
    end
    for i, item in ipairs(value) do
        local place = where .. "[" .. i .. "]"
        if depth < #field.lengths then
            setArray(target[i - 1], field, item, place, depth + 1)
        elseif structs[field.type] then
            fill(target[i - 1], field.type, item, place)
        else
            target[i - 1] = toNumber(item, field.type, place)
        end
    end
end

local function toPointer(value, field, where)
    if value == nil or type(value) == "cdata" and pcall(ffi.new, field.type .. "[1]", {value}) then
        return value
    end
    if type(value) == "table" and rawget(value, "life") and value.class == field.base then
        return value.life.pointer or fail("%s: it was destroyed", where)
    end
    if type(value) == "string" and field.base == "char" then
        return value
    end
    if type(value) == "userdata" and pcall(function() return value.getFFIPointer end) then
        return ffi.cast(field.type, value:getFFIPointer()) -- a Data of LÖVE
    end
    return fail("%s: %s is expected, not %s", where, field.type, kindOf(value))
end

local function setField(object, owner, field, value, where)
    local kind = field.type
    if #field.lengths > 0 then
        setArray(object[field.name], field, value, where, 1)
    elseif structs[kind] then
        fill(object[field.name], kind, value, where)
    elseif enums[kind] then
        object[field.name] = toEnum(value, kind, where)
    elseif kind == "bool" then
        if type(value) ~= "boolean" then
            fail("%s: true or false is expected, not %s", where, kindOf(value))
        end
        object[field.name] = value
    elseif field.base or kind == "function" or kind:match("^gf") then
        object[field.name] = toPointer(value, field, where)
    else
        local flags = FLAGS[owner .. "." .. field.name]
        object[field.name] = toNumber(flags and toFlags(value, flags, where) or value, kind, where)
    end
end

-- Sets what a table names in a struct of C, whose other fields stay.
function fill(object, name, values, where)
    if isStruct(values, name) then
        ffi.copy(object, values, ffi.sizeof(name))
        return
    end
    if type(values) ~= "table" then
        fail("%s: a table or %s is expected, not %s", where, name, kindOf(values))
    end
    local fields = structs[name]
    local shaped = name == "gfShape" or fields.shape and fields.shape.type == "gfShape"
    local shape = false
    for key, value in pairs(values) do
        local place = where .. "." .. tostring(key)
        local field = fields[key]
        if type(key) == "number" and #fields <= 4 then -- {1, 2} is {x = 1, y = 2}
            field = fields[key] or fail("%s: %s has %d fields", place, name, #fields)
        end
        if shaped and SHAPE_KEYS[key] then
            shape = true
        elseif key == "color" and fields.dye and not field then
            setField(object, name, fields.dye, toDye(value, place), place)
        elseif not field or key == "cookie" then
            local known = {}
            for _, item in ipairs(fields) do
                known[item.name] = item.name ~= "cookie" or nil
            end
            for more in pairs(shaped and SHAPE_KEYS or {}) do
                known[more] = true
            end
            known.color = known.color or fields.dye and true
            fail("%s: %s has no such field%s", place, name, nearest(key, known))
        else
            setField(object, name, field, value, place)
        end
    end
    if shape then
        local made = toShape(values, where)
        if name == "gfShape" then
            ffi.copy(object, made, ffi.sizeof(name))
        else
            object.shape = made
        end
    end
end

local defaultsOf = {} -- of each definition, the function that makes it

local function newStruct(name, values, where, defaults)
    local object
    if defaults then
        object = defaults()
    elseif defaultsOf[name] then
        object = C[defaultsOf[name]]()
    else
        object = ffi.new(name)
    end
    if values ~= nil then
        fill(object, name, values, where)
    end
    return object
end

-- Objects ------------------------------------------------------------------------------------------------------------

-- An object's life: its pointer while it lives, and what was made on it, which goes first.
local function endLife(life)
    local children = {}
    for child in pairs(life.children) do
        children[#children + 1] = child
    end
    for _, child in ipairs(children) do
        endLife(child)
    end
    if life.parent then
        life.parent.children[life] = nil
    end
    local pointer = life.pointer
    life.pointer = nil
    if pointer and life.destroy then
        C[life.destroy](pointer)
    end
end

local WEAK = {__mode = "k"}

-- An object keeps the one that it was made on. One that is not owned, such as a member of a group, is only looked at.
local function wrap(class, pointer, maker, owned)
    if pointer == nil then
        return nil
    end
    local parent = maker and rawget(maker, "life")
    local life = {pointer = pointer, parent = parent, children = setmetatable({}, WEAK),
        destroy = owned and "gfDestroy" .. class:sub(3)}
    if parent then
        parent.children[life] = true
    end
    local object = {life = life, class = class, maker = maker}
    if owned then
        object.guard = newproxy(true)
        getmetatable(object.guard).__gc = function()
            endLife(life)
        end
    end
    return setmetatable(object, classes[class])
end

local function pointerOf(object, class, where)
    if type(object) ~= "table" or rawget(object, "class") ~= class then
        fail("%s: a %s is expected, not %s%s", where, class:sub(3), kindOf(object),
            where:find(":") and " (is it called with a colon?)" or "")
    end
    return rawget(object, "life").pointer or fail("%s: the %s was destroyed", where, class:sub(3))
end

local function raise(where)
    local message = ffi.new("const char *[1]")
    C.gfGetLastError(message)
    local text = message[0] ~= nil and ffi.string(message[0]) or "it failed"
    fail("%s", (text:gsub("^gf[%w_]+: ", where .. ": ")))
end

-- What is passed for a parameter; a result that is asked for by leaving its argument out comes second.
local function toArgument(parameter, value, where, self, fn)
    local kind, base = parameter.type, parameter.base
    if #parameter.lengths > 0 then
        local list = ffi.new(kind:gsub("const ", "") .. "[?]", parameter.lengths[1])
        setArray(list, parameter, value, where, 1)
        return list
    elseif base and classes[base] then
        return pointerOf(value, base, where)
    elseif base and structs[base] then
        if not parameter.const then
            local result = value == nil and ffi.new(base) or value
            if not isStruct(result, base) then
                fail("%s: %s is expected, not %s", where, base, kindOf(value))
            end
            return result, value == nil and result or nil
        end
        local optional = not base:match("Def$")
        if value == nil and optional then
            return nil
        end
        local defaults = DEFAULTS_OF[fn]
        return newStruct(base, value, where, defaults and function()
            return C[defaults](self)
        end)
    elseif structs[kind] then
        return newStruct(kind, value == nil and {} or value, where)
    elseif enums[kind] then
        return toEnum(value, kind, where)
    elseif kind == "bool" then
        if type(value) ~= "boolean" then
            fail("%s: true or false is expected, not %s", where, kindOf(value))
        end
        return value
    elseif base then
        return toPointer(value, parameter, where)
    end
    return toNumber(value, kind, where)
end

-- From C to Lua.
local function toResult(declared, value, maker, where)
    local kind = declared.returns
    if kind == "bool" then
        return value or raise(where)
    elseif kind == "const char *" then
        return value ~= nil and ffi.string(value) or nil
    elseif declared.base and classes[declared.base] then
        if value == nil then
            raise(where)
        end
        return wrap(declared.base, value, maker, not declared.name:find("_Get"))
    elseif enums[kind] then
        local text = enums[kind].names[tonumber(value)]
        return text == "failed" and raise(where) or text
    elseif structs[kind] then
        if structs[kind].generation and value.generation == 0 then
            raise(where)
        end
        return value
    elseif INTEGERS[kind] then
        return tonumber(value)
    end
    return value
end

-- An array of C must have the room that the count behind it tells. A plain pointer's room is not known.
local function expectRoom(parameter, value, follow, count, where)
    local sized = type(value) == "cdata" and tostring(ffi.typeof(value)):find("[", 1, true)
    if sized and follow and (follow.name == "count" or follow.name == "size") and type(count) == "number" then
        local each = parameter.base == "void" and 1 or ffi.sizeof(parameter.base)
        if ffi.sizeof(value) < count * each then
            fail("%s: it has room for %d, and %d were expected", where, ffi.sizeof(value) / each, count)
        end
    end
end

-- A method is the function without its first parameter. Points and other structs with a count are a list; of results
-- the most that are wanted may be given.
local function makeMethod(class, method, declared)
    local name = class:sub(3) .. ":" .. method
    local parameters = declared.parameters
    return function(self, ...)
        local pointer = pointerOf(self, class, name)
        local given, count = {...}, select("#", ...)
        local arguments, results, at, array = {pointer}, {}, 0, nil
        local i = 2
        while i <= #parameters do
            local parameter, follow = parameters[i], parameters[i + 1]
            at = at + 1
            local where = name .. ": " .. parameter.name
            if parameter.const and structs[parameter.base] and follow and follow.name == "count" and
                declared.name ~= "gfCreateFluidGroup" then
                local list = given[at]
                if type(list) ~= "table" then
                    fail("%s: a list is expected, not %s", where, kindOf(list))
                end
                local items = ffi.new(parameter.base .. "[?]", math.max(#list, 1))
                for j, item in ipairs(list) do
                    ffi.copy(items[j - 1], newStruct(parameter.base, item, where .. "[" .. j .. "]"),
                        ffi.sizeof(parameter.base))
                end
                arguments[i], arguments[i + 1] = items, #list
                i = i + 2
            elseif not parameter.const and structs[parameter.base] and follow and follow.name == "count" then
                local most = toNumber(given[at] or 64, "int32_t", name .. ": count")
                array = ffi.new(parameter.base .. "[?]", math.max(most, 1))
                arguments[i], arguments[i + 1] = array, most
                i = i + 2
            else
                local value, result = toArgument(parameter, given[at], where, pointer, declared.name)
                if parameter.base and not structs[parameter.base] then
                    expectRoom(parameter, value, follow, given[at + 1], where)
                end
                arguments[i] = value
                results[#results + 1] = result
                i = i + 1
            end
        end
        if count > at then
            fail("%s takes %d arguments, not %d", name, at, count)
        end
        local result = toResult(declared, C[declared.name](unpack(arguments, 1, #parameters)), self, name)
        if array then -- as many as were filled in
            local list = {}
            for j = 1, result do
                list[j] = ffi.new(ffi.typeof(array[0]), array[j - 1])
            end
            return list
        end
        if declared.returns == "bool" and #results > 0 then
            return unpack(results)
        end
        if declared.returns == "bool" then
            return self -- so that calls can follow one another
        end
        return result, unpack(results)
    end
end

local function makeClass(class)
    local methods = {}
    for name, declared in pairs(functions) do
        local method = name:match("^" .. class .. "_(%w+)$")
        local first = declared.parameters[1]
        if method and first and first.base == class then
            methods[lowerFirst(method)] = makeMethod(class, lowerFirst(method), declared)
        end
    end
    for method, name in pairs(MAKERS[class] or {}) do
        methods[method] = makeMethod(class, method, functions[name])
    end
    function methods:destroy()
        if type(self) ~= "table" or rawget(self, "class") ~= class then
            fail("%s:destroy is called with a colon", class:sub(3))
        end
        endLife(rawget(self, "life"))
    end
    function methods:isDestroyed()
        return rawget(self, "life").pointer == nil
    end
    classes[class] = {
        methods = methods,
        __index = function(_, key)
            return methods[key] or fail("%s has no method %s%s", class:sub(3), tostring(key), nearest(key, methods))
        end,
        __newindex = function(_, key)
            fail("%s has no field %s", class:sub(3), tostring(key))
        end,
        __tostring = function(self)
            return class:sub(3) .. (rawget(self, "life").pointer and "" or " (destroyed)")
        end,
    }
end

-- What is more than a call of C ---------------------------------------------------------------------------------------

local function flush()
    if love and love.graphics and love.graphics.flushBatch then
        love.graphics.flushBatch() -- what was drawn before lies below the fluid
    end
end

-- Where a rectangle of LÖVE's, under its current transformation, is in the clip space of what is drawn to.
local function viewOf(fluid, x, y, width, height, name)
    local canvas = love.graphics.getCanvas()
    local across, down = love.graphics.getDimensions()
    if canvas then
        across, down = canvas:getDimensions()
    end
    x = toNumber(x == nil and 0 or x, "float", name .. ": x")
    y = toNumber(y == nil and 0 or y, "float", name .. ": y")
    width = toNumber(width == nil and across or width, "float", name .. ": width")
    height = toNumber(height == nil and down or height, "float", name .. ": height")
    local function clip(px, py)
        px, py = love.graphics.transformPoint(px, py)
        local upwards = 1 - 2 * py / down
        return 2 * px / across - 1, canvas and -upwards or upwards -- LÖVE's canvases have their first row below
    end
    local def = C.gfFluid_GetDef(fluid)
    local wide, high = def.gridWidth * def.cellSize, def.gridHeight * def.cellSize
    local ax, ay = clip(x, y + height)
    local bx, by = clip(x + width, y + height)
    local cx, cy = clip(x, y)
    local view = ffi.new("gfTransform2D")
    local m = view.m
    m[0], m[1], m[2], m[3] = (bx - ax) / wide, (by - ay) / wide, (cx - ax) / high, (cy - ay) / high
    m[4] = ax - m[0] * def.origin.x - m[2] * def.origin.y
    m[5] = ay - m[1] * def.origin.x - m[3] * def.origin.y
    return view
end

local function addExtras()
    local fluid = classes.gfFluid.methods
    local drawC = functions.gfFluid_Draw

    -- fluid:draw(x, y, width, height, look): the domain fills this rectangle; without it the window or canvas. Outside
    -- LÖVE, or with a table alone, fluid:draw(look) is gfFluid_Draw.
    local plain = makeMethod("gfFluid", "draw", drawC)
    function fluid:draw(x, y, width, height, look)
        local pointer = pointerOf(self, "gfFluid", "Fluid:draw")
        if type(x) == "table" or type(x) == "cdata" then
            x, look = nil, x
        end
        if not (love and love.graphics) then
            return plain(self, look)
        end
        local def = newStruct("gfDrawDef", nil, "", function()
            return C.gfDefaultDrawDefFor(pointer)
        end)
        def.encodeSrgb = not love.graphics.isGammaCorrect()
        def.view = viewOf(pointer, x, y, width, height, "Fluid:draw")
        if look ~= nil then
            fill(def, "gfDrawDef", look, "Fluid:draw: look")
        end
        flush()
        return C.gfFluid_Draw(pointer, def) and self or raise("Fluid:draw")
    end

    -- The place in the world, m, of a point of the rectangle that the fluid is drawn to.
    function fluid:toWorld(px, py, x, y, width, height)
        local view = viewOf(pointerOf(self, "gfFluid", "Fluid:toWorld"), x, y, width, height, "Fluid:toWorld").m
        toNumber(px, "float", "Fluid:toWorld: px")
        toNumber(py, "float", "Fluid:toWorld: py")
        local canvas = love.graphics.getCanvas()
        local across, down = love.graphics.getDimensions()
        if canvas then
            across, down = canvas:getDimensions()
        end
        local cx, cy = 2 * px / across - 1 - view[4], 1 - 2 * py / down
        cy = (canvas and -cy or cy) - view[5]
        local determinant = view[0] * view[3] - view[1] * view[2]
        return (view[3] * cx - view[2] * cy) / determinant, (view[0] * cy - view[1] * cx) / determinant
    end

    local function prepareRead(self, field, where)
        local pointer = pointerOf(self, "gfFluid", where)
        local info = ffi.new("gfFieldInfo")
        local number = toEnum(field, "gfField", where .. ": field")
        if not C.gfFluid_GetFieldInfo(pointer, number, info) then
            raise(where)
        end
        local count = info.width * info.height * info.channels
        return pointer, number, ffi.new("float[?]", count), count, info
    end

    -- The values of a field as an array of floats of C, from 0, and its gfFieldInfo. It waits for the GPU.
    function fluid:readFieldBlocking(field)
        local where = "Fluid:readFieldBlocking"
        local pointer, number, values, count, info = prepareRead(self, field, where)
        if not C.gfFluid_ReadFieldBlocking(pointer, number, values, count) then
            raise(where)
        end
        return values, info
    end

    -- A function that returns nil until the values are there, then what readFieldBlocking returns.
    function fluid:requestField(field)
        local where = "Fluid:requestField"
        local pointer, number, values, count, info = prepareRead(self, field, where)
        local id = C.gfFluid_RequestField(pointer, number)
        if id.generation == 0 then
            raise(where)
        end
        return function()
            local status = C.gfFluid_PollField(pointerOf(self, "gfFluid", where), id, values, count)
            if status == C.GF_POLL_FAILED then
                raise(where)
            end
            if status == C.GF_POLL_READY then
                return values, info
            end
        end
    end
    fluid.pollField = nil

    -- Numbers for C: a list of Lua's, or an array of floats of C.
    local function toFloats(values, count, where)
        if type(values) == "table" and #values == count then
            local floats = ffi.new("float[?]", math.max(count, 1))
            for i, value in ipairs(values) do
                floats[i - 1] = toNumber(value, "float", where .. "[" .. i .. "]")
            end
            return floats
        end
        if kindOf(values):match("^float %[") and ffi.sizeof(values) == 4 * count then
            return values
        end
        return fail("%s: %d numbers are expected, in a list or an array of floats, not %s", where, count,
            type(values) == "table" and "a list of " .. #values or kindOf(values))
    end
    function fluid:writeField(field, values)
        local where = "Fluid:writeField"
        local pointer, number, _, count = prepareRead(self, field, where)
        local floats = toFloats(values, count, where .. ": values")
        return C.gfFluid_WriteField(pointer, number, floats, count) and self or raise(where)
    end
    function fluid:writeFieldPartBlocking(field, x, y, width, height, values)
        local where = "Fluid:writeFieldPartBlocking"
        local pointer, number, _, _, info = prepareRead(self, field, where)
        for name, place in pairs({x = 1, y = 2, width = 3, height = 4}) do
            toNumber(({x, y, width, height})[place], "int32_t", where .. ": " .. name)
        end
        local count = math.max(0, width) * math.max(0, height) * info.channels
        local floats = toFloats(values, count, where .. ": values")
        return C.gfFluid_WriteFieldPartBlocking(pointer, number, x, y, width, height, floats, count) and self or
            raise(where)
    end

    local function addSnapshots(methods, class)
        local name = class:sub(3)
        function methods:saveBlocking()
            local pointer = pointerOf(self, class, name .. ":saveBlocking")
            local size = tonumber(C[class .. "_GetSnapshotSize"](pointer))
            local bytes = ffi.new("uint8_t[?]", math.max(size, 1))
            if not C[class .. "_SaveBlocking"](pointer, bytes, size) then
                raise(name .. ":saveBlocking")
            end
            return ffi.string(bytes, size)
        end
        local function asBytes(text, where)
            if type(text) ~= "string" then
                fail("%s: a string of saveBlocking is expected, not %s", where, kindOf(text))
            end
            return text, #text
        end
        function methods:load(text)
            local bytes, size = asBytes(text, name .. ":load")
            local pointer = pointerOf(self, class, name .. ":load")
            return C[class .. "_Load"](pointer, bytes, size, nil) and self or raise(name .. ":load")
        end
        classes.gfDevice.methods["load" .. name] = function(self, text)
            local where = "Device:load" .. name
            local bytes, size = asBytes(text, where)
            local made = C["gfCreate" .. name .. "FromSnapshot"](pointerOf(self, "gfDevice", where), bytes, size, nil)
            return wrap(class, made, self, true) or raise(where)
        end
    end
    addSnapshots(fluid, "gfFluid")
    addSnapshots(classes.gfFluid3D.methods, "gfFluid3D")

    -- Calls a function within one frame of the device, which saves time where many calls are made. It makes no call of
    -- love.graphics. An error in it closes the frame and goes on.
    function classes.gfDevice.methods:frame(body)
        flush()
        self:beginFrame()
        local results = {pcall(body)}
        self:endFrame()
        if not results[1] then
            error(results[2], 0)
        end
        return unpack(results, 2)
    end
end

-- Loading -------------------------------------------------------------------------------------------------------------

local function readFile(path)
    if love and love.filesystem and love.filesystem.getInfo(path) then
        return love.filesystem.read(path)
    end
    local file = io.open(path, "rb")
    local text = file and file:read("*a")
    if file then
        file:close()
    end
    return text
end

-- The declarations lie where GPUFLUID_CDEF says, beside the library, beside this file or in the game's folder.
local function findDeclarations(options, library)
    local name = "gpufluid_cdef.h"
    local here = source:match("^@(.*[/\\])") or ""
    local folder = library and library:match("^(.*[/\\])") or ""
    local tried = {options.declarations or os.getenv("GPUFLUID_CDEF")}
    if #tried == 0 then
        tried = {here .. name, name, folder .. name, folder .. "../" .. name,
            folder .. "../share/gpufluid/" .. name, folder .. "../../share/gpufluid/" .. name,
            "/usr/local/share/gpufluid/" .. name, "/usr/share/gpufluid/" .. name}
    end
    for _, path in ipairs(tried) do
        local text = readFile(path)
        if text then
            return text, path
        end
    end
    return fail("gpufluid: no %s; it was looked for as %s. The library's build makes it", name,
        table.concat(tried, ", "))
end

-- gpufluid.load({library = PATH, declarations = PATH}): both may be left out, and the call too. Then the library is
-- that of the environment variable GPUFLUID_LIBRARY, or the one that the system finds.
function gpufluid.load(options)
    if C then
        return gpufluid
    end
    options = options or {}
    local path = options.library or os.getenv("GPUFLUID_LIBRARY")
    local text, from = findDeclarations(options, path)
    local version = text:match("^// The interface of gpufluid ([%d.]+)")
    if not version then
        fail("gpufluid: %s is not what make_cdef.py writes", from)
    end
    local found, library = pcall(ffi.load, path or "gpufluid")
    if not found then
        fail("gpufluid: the library can't be loaded (%s). Set GPUFLUID_LIBRARY, or library in gpufluid.load, to its " ..
            "path", library)
    end
    if not gpufluid.VERSION then
        ffi.cdef(text)
    end
    local same, loaded = pcall(function()
        return ffi.string(library.gfGetVersion())
    end)
    if not same then
        fail("gpufluid: %s is not gpufluid (%s)", path or "the library", loaded)
    end
    if loaded ~= version then
        fail("gpufluid: the library is of version %s, and %s of %s", loaded, from, version)
    end
    readDeclarations(text)
    C = library
    gpufluid.C, gpufluid.VERSION = library, version
    for name, declared in pairs(functions) do
        if name:match("^gfDefault%w+$") and #declared.parameters == 0 then
            defaultsOf[declared.returns] = name
        end
    end
    for name in pairs(functions) do
        local class = name:match("^gfDestroy(%w+)$")
        if class then
            classes["gf" .. class] = true
        end
    end
    for class in pairs(classes) do
        makeClass(class)
    end
    addExtras()
    return gpufluid
end

-- SDL knows LÖVE's context. Its function is handed on as it is, so no Lua runs within a call.
local function findLoader()
    pcall(ffi.cdef, "void *SDL_GL_GetProcAddress(const char *name);")
    for _, name in ipairs({false, "SDL2", "libSDL2-2.0.so.0"}) do
        local ok, loader = pcall(function()
            return (name and ffi.load(name) or ffi.C).SDL_GL_GetProcAddress
        end)
        if ok then
            return ffi.cast("gfGetProcAddressFn", loader)
        end
    end
    return nil
end

-- A device of the GL context that is current: LÖVE's, or another host's whose loader `getProcAddress` names. The table
-- has fields of gfDeviceDef.
function gpufluid.newDevice(options)
    gpufluid.load()
    local where = "gpufluid.newDevice"
    local def = newStruct("gfDeviceDef", options, where)
    if def.getProcAddress == nil and def.getProcAddressFrom == nil then
        if love and not (love.window and love.window.isOpen()) then
            fail("%s: LÖVE has no window yet; call it in love.load or later", where)
        end
        def.getProcAddress = findLoader()
        if def.getProcAddress == nil then
            fail("%s: no SDL to find GL functions with; set getProcAddress", where)
        end
    end
    return wrap("gfDevice", C.gfCreateDevice(def), nil, true) or raise(where)
end

-- A struct of C with its defaults, changed as a table says: gpufluid.new("gfSourceDef", {x = 1, y = 1, radius = 0.1}).
function gpufluid.new(name, values)
    gpufluid.load()
    if not structs[name] then
        fail("gpufluid.new: there is no struct %s%s", tostring(name), nearest(name, structs))
    end
    return newStruct(name, values, name)
end

-- The shape of keywords as in sources and solids.
function gpufluid.shape(keys)
    gpufluid.load()
    return newStruct("gfShape", keys, "gpufluid.shape")
end

return gpufluid
