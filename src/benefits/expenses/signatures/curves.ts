// The brainpool curves of the BSI, which the platform cannot compute. They are loaded with the first receipt that needs them, because they
// take longer to load than the rest of the Worker.
export { brainpoolP256r1, brainpoolP384r1 } from '@noble/curves/misc.js';
