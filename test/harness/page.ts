/// <reference path="./domino.d.ts" />

import { createDocument } from '@mixmark-io/domino';
import { computeAccessibleName, getRole } from 'dom-accessibility-api';

/** The parts of a node that the tests use. The packages ask for the types of a browser, which workers lack. */
interface DomNode {
	nodeName: string;
	textContent: string | null;
	childNodes: ArrayLike<DomNode>;
}

interface DomElement extends DomNode {
	localName: string;
	attributes: ArrayLike<{ name: string; value: string }>;
	getAttribute(name: string): string | null;
	querySelectorAll(selector: string): ArrayLike<DomElement>;
	closest(selector: string): DomElement | null;
}

/** Elements that stand in the middle of a sentence. All others begin a word of their own. */
const WITHIN_WORDS = new Set(['a', 'abbr', 'b', 'bdi', 'code', 'em', 'i', 'strong', 'time']);

/** The style of every element, because no style sheet is applied. */
const SHOWN = { display: 'block', visibility: 'visible', getPropertyValue: () => '' };

/** A page, or a part of it, in which elements are found as its readers find them: by role and accessible name. */
export class Part {
	readonly #element: DomElement;

	constructor(element: DomElement) {
		this.#element = element;
	}

	/** Returns all elements of the role, in their order; with a name only those that have it. */
	all(role: string, name?: string | RegExp): Part[] {
		return this.select('*')
			.filter((part) => part.#role === role && !part.#isHidden())
			.filter((part) => name === undefined || isLike(part.name, name));
	}

	/** Returns the only element of the role and name. */
	one(role: string, name?: string | RegExp): Part {
		const [found, ...others] = this.all(role, name);
		if (found !== undefined && others.length === 0) return found;
		const names = this.all(role).map((part) => part.name);
		throw new Error(`${others.length + (found ? 1 : 0)} × ${role} ${name}, among: ${names.join(' | ')}`);
	}

	/** Returns what has no role, such as hidden fields and pictures of charts. */
	select(selector: string): Part[] {
		return Array.from(this.#element.querySelectorAll(selector), (element) => new Part(element));
	}

	get name(): string {
		return computeAccessibleName(this.#element as never, { getComputedStyle: () => SHOWN as never });
	}

	/** The words of the element as they are read, with single spaces. */
	get text(): string {
		return wordsOf(this.#element).replaceAll(/\s+/g, ' ').trim();
	}

	attribute(name: string): string | null {
		return this.#element.getAttribute(name);
	}

	/** The target of a link, or an empty text. */
	get href(): string {
		return this.attribute('href') ?? '';
	}

	/** The text as it stands in the source, also of styles. */
	get source(): string {
		return this.#element.textContent ?? '';
	}

	/** The rows of its tables, without those that only name columns. */
	get rows(): Part[] {
		return this.all('row').filter((row) => row.all('cell').length > 0);
	}

	get isTicked(): boolean {
		return this.attribute('checked') !== null;
	}

	/** The values of the fields of a name: of boxes those that are ticked, of lists those that the page selects. */
	values(name: string): string[] {
		return this.select(`[name="${name}"]`).flatMap((field) => field.#sent());
	}

	/** The sentence for the fault of a field, which the field refers to as its description; null without a fault. */
	faultAt(field: string): string | null {
		const id = `${field}-fault`;
		if (this.select(`[aria-describedby~="${id}"]`).length === 0) return null;
		return this.select(`[id="${id}"]`)[0]?.text ?? null;
	}

	get #role(): string | null {
		return getRole(this.#element as never);
	}

	#sent(): string[] {
		if (this.#element.localName === 'select')
			return this.select('option[selected]').map((option) => option.attribute('value') ?? option.text);
		const isBox = ['checkbox', 'radio'].includes(this.attribute('type') ?? '');
		if (isBox && !this.isTicked) return [];
		return [this.#element.localName === 'textarea' ? this.text : (this.attribute('value') ?? '')];
	}

	/** Its attributes and those of everything in it that run a script or set a style. A page of ours has none. */
	get inlineCode(): string[] {
		return [this, ...this.select('*')]
			.flatMap((part) => Array.from(part.#element.attributes, ({ name, value }) => `${name}=${value}`))
			.filter((attribute) => /^(on\w+|style)=|=\s*javascript:/i.test(attribute));
	}

	#isHidden(): boolean {
		return this.#element.closest('head, [hidden], [aria-hidden=true]') !== null;
	}
}

/** Parses a page as a browser does. */
export const pageOf = (html: string): Part => new Part(createDocument(html).documentElement as DomElement);

const isLike = (text: string, wanted: string | RegExp): boolean =>
	typeof wanted === 'string' ? text === wanted : wanted.test(text);

function wordsOf(node: DomNode): string {
	if (node.nodeName === '#text') return node.textContent ?? '';
	if (/^(script|style|head)$/i.test(node.nodeName)) return '';
	const words = Array.from(node.childNodes, wordsOf).join('');
	return WITHIN_WORDS.has(node.nodeName.toLowerCase()) ? words : ` ${words} `;
}
