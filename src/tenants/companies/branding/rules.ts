import { fileTypeOf } from '../../../foundation/core/file-types.ts';
import { invalidField } from '../../../foundation/core/refusals.ts';

/** SVG is not allowed, because an SVG can run scripts. */
export const LOGO_TYPES = ['image/png', 'image/webp'] as const;
type LogoType = (typeof LOGO_TYPES)[number];
export const MAX_LOGO_BYTES = 20 * 1024;

export interface LogoFile {
	mediaType: LogoType;
	size: number;
	sha256: string;
}

export const logoTypeOf = (bytes: Uint8Array): LogoType | null => fileTypeOf(bytes, LOGO_TYPES);

/** The backgrounds on which pages show a company's colour, in the light and the dark scheme. */
export const GROUNDS = ['#faf9f7', '#ffffff', '#191713', '#23211c'] as const;

/** The contrast that WCAG 2.2 (1.4.11) requires of parts of a page that are not text. Text never has a company's colour. */
const LEAST_CONTRAST = 3;

/** The number of steps towards black or white in the search for a visible colour. */
const STEPS = 50;

/** Refuses a colour that is hard to see on one of the backgrounds, and suggests the nearest visible one. */
export function requireVisible(color: string | null): void {
	if (color === null) return;
	const contrast = leastContrast(color);
	if (contrast >= LEAST_CONTRAST) return;
	const instead = nearestVisible(color);
	// Rounds down, so that 2.99 is not shown as 3.
	const shown = Math.floor(contrast * 10) / 10;
	throw invalidField(
		'color',
		'too_small',
		`The contrast of this colour is ${shown} : 1, and ${LEAST_CONTRAST} : 1 is needed on light and dark pages. ${instead} would do.`,
		{ of: 'contrast', value: shown, instead },
	);
}

export const leastContrast = (color: string): number =>
	Math.min(...GROUNDS.map((ground) => contrastOf(luminanceOf(color), luminanceOf(ground))));

function nearestVisible(color: string): string {
	for (let step = 1; step < STEPS; step++) {
		for (const target of [0, 255]) {
			const moved = mixed(color, target, step / STEPS);
			if (leastContrast(moved) >= LEAST_CONTRAST) return moved;
		}
	}
	throw new Error(`No colour near ${color} can be seen`);
}

const contrastOf = (one: number, other: number): number =>
	(Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);

const channelsOf = (color: string): number[] =>
	[1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));

/** Returns the relative luminance as WCAG 2.2 defines it. */
function luminanceOf(color: string): number {
	const [red = 0, green = 0, blue = 0] = channelsOf(color)
		.map((channel) => channel / 255)
		.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
	return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

const mixed = (color: string, target: number, share: number): string =>
	`#${channelsOf(color)
		.map((channel) => Math.round(channel + (target - channel) * share))
		.map((channel) => channel.toString(16).padStart(2, '0'))
		.join('')}`;
