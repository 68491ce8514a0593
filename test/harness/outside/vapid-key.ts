/** A key that signs push messages in tests alone. */
export const VAPID_KEY =
	'{"kty":"EC","crv":"P-256","x":"CL-XY_0sh83LgD6FfPDmpYdeR9zmOXl_fbwPGAsZMAM","y":"5Lc--Z-koDL_FjHSgXZXChnOLaPQrqWLySM12EW-J1Q","d":"SrccOmSH36DdZdnIVEMNzpjrWw7E6ZaSTUwesUv0UNQ"}';
