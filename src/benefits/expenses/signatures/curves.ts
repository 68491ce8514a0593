// The curves of BSI that the platform does not compute. They are loaded when the first receipt needs them, because they take longer to
// begin than the rest of the Worker.
export { brainpoolP256r1, brainpoolP384r1 } from '@noble/curves/misc.js';
