/** How somebody looks at the console. */
export interface Way {
	name: string;
	width: number;
	locale: 'de-DE' | 'en-GB';
	colorScheme: 'light' | 'dark';
	javaScriptEnabled: boolean;
}

export const WIDE: Way = {
	name: 'wide, German, light',
	width: 1440,
	locale: 'de-DE',
	colorScheme: 'light',
	javaScriptEnabled: true,
};
export const NARROW: Way = {
	name: 'narrow, English, dark, no JavaScript',
	width: 390,
	locale: 'en-GB',
	colorScheme: 'dark',
	javaScriptEnabled: false,
};
const CROSSED: Way[] = [
	{ ...WIDE, name: 'narrow, German, dark', width: 390, colorScheme: 'dark' },
	{ ...NARROW, name: 'wide, English, light, no JavaScript', width: 1440, colorScheme: 'light' },
];

/**
 * The ways in which every journey is gone. Together they cover every width, language and scheme, with and without JavaScript. `ALL_WAYS` adds each language at the other width and in the other scheme.
 */
export const WAYS: readonly Way[] =
	process.env.ALL_WAYS === undefined ? [WIDE, NARROW] : [WIDE, NARROW, ...CROSSED];
