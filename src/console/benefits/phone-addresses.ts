import { BASE } from '../env.ts';

/** The page of receipts that wait on a phone. The scope of the worker is the path above it. */
export const PHONE = `${BASE}/benefits/phone`;

/** The address that the icon of the app opens. */
export const BY_ICON = `${BASE}/benefits/new?app`;

/** The types that a phone keeps as they are. Without HEIC among them, an iPhone selects a photo as JPEG. */
export const KEPT_TYPES = [
	'image/jpeg',
	'image/png',
	'image/webp',
	'application/pdf',
	'text/xml',
	'application/xml',
];
