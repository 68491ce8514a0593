/** How somebody looks at the console. */
export interface Way {
	name: string;
	width: number;
	locale: 'de-DE' | 'en-GB';
	colorScheme: 'light' | 'dark';
	javaScriptEnabled: boolean;
	/** Whether a finger points. */
	hasTouch?: boolean;
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

/** Together they cover every width, language and scheme, with and without JavaScript, and each language at both widths. */
export const WAYS: readonly Way[] = [WIDE, NARROW, ...CROSSED];

/** The ways in which a journey is gone: usually one, in which its people work most. `ALL_WAYS` asks for all of them. */
export const waysOf = (usual: Way): readonly Way[] => (process.env.ALL_WAYS === undefined ? [usual] : WAYS);
