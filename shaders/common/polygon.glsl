// Signed distance (m, negative inside) to a polygon. The including file has shapePoint(first, i), a corner.

// Finds the sign by counting crossings, so that polygons may be concave, and in either order.
float polygonDistance(vec2 p, int first, int count)
{
    vec2 previous = shapePoint(first, count - 1);
    float nearest = 1e30;
    float side = 1.0;
    for (int i = 0; i < count; i++) {
        vec2 corner = shapePoint(first, i);
        vec2 edge = previous - corner, w = p - corner;
        vec2 d = w - edge * clamp(dot(w, edge) / max(dot(edge, edge), 1e-20), 0.0, 1.0);
        nearest = min(nearest, dot(d, d));
        bool above = p.y >= corner.y;
        bool below = p.y < previous.y;
        bool left = edge.x * w.y > edge.y * w.x;
        if ((above && below && left) || (!above && !below && !left)) {
            side = -side;
        }
        previous = corner;
    }
    return side * sqrt(nearest);
}
