int slotAt(int voxel, int s) { return -1; }
