import { createHash } from 'node:crypto';
import type { StoredEvent } from '../../../foundation/core/history.ts';
import { PERSONAL_FIELDS } from '../../../foundation/core/personal.ts';
import { Refusal } from '../../../foundation/core/refusals.ts';
import {
	type Archive,
	blanked,
	type EventCursor,
	type EventFilter,
	eventsOf,
	isBehind,
	isWanted,
	linesOf,
	orderOf,
} from '../rules.ts';

/** The most files that one response opens. Only a few of them are open at the same time. */
export const MAX_OPENED = 1000;
const OPENED_AT_ONCE = 6;

/** Stores events as compressed lines and returns the SHA-256 of the file. */
export async function storeFile(
	bucket: R2Bucket,
	key: string,
	events: readonly StoredEvent[],
): Promise<string> {
	const lines = new Blob([linesOf(events)]).stream();
	const bytes = await new Response(lines.pipeThrough(new CompressionStream('gzip'))).arrayBuffer();
	await bucket.put(key, bytes, { httpMetadata: { contentType: 'application/gzip' } });
	return digestOf(bytes);
}

/** Completes a page with archived events. `stored` are the events in the database. It opens no more archives than the page needs. */
export async function withArchived(
	bucket: R2Bucket,
	archives: readonly Archive[],
	stored: readonly StoredEvent[],
	filter: EventFilter,
	place: EventCursor,
	limit: number,
): Promise<StoredEvent[]> {
	let found = [...stored];
	const inOrder = orderOf(place);
	for (let opened = 0; opened < archives.length; opened += OPENED_AT_ONCE) {
		const next = archives.slice(opened, opened + OPENED_AT_ONCE);
		const last = found[limit - 1];
		if (last !== undefined && next[0] !== undefined && inOrder(last, nearestOf(next[0], place)) < 0) break;
		if (opened + next.length > MAX_OPENED) throw tooManyFiles();
		const read = await Promise.all(next.map((archive) => openFile(bucket, archive)));
		const wanted = read.flat().filter((event) => isBehind(event, place) && isWanted(event, filter));
		found = [...found, ...wanted].sort(inOrder).slice(0, limit);
	}
	return found;
}

const nearestOf = ({ firstPosition, lastPosition }: Archive, place: EventCursor) => ({
	position: 'after' in place ? firstPosition : lastPosition,
});

/** Reads the events of an archive, without the values of erased people. */
export async function openFile(
	bucket: R2Bucket,
	{ key, sha256, month, due }: Archive,
): Promise<StoredEvent[]> {
	const object = await bucket.get(key);
	const bytes = object === null ? null : await object.arrayBuffer();
	if (bytes === null || digestOf(bytes) !== sha256) throw damaged(month, key);
	const lines = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
	const erased = new Set(due);
	return eventsOf(await new Response(lines).text()).map((event) =>
		erased.has(event.subjectId.replaceAll('-', '')) ? blanked(event, PERSONAL_FIELDS) : event,
	);
}

/** Returns the description of a file, even if no archive refers to it; null if the file does not exist. */
export async function describeFile(bucket: R2Bucket, key: string) {
	const bytes = await (await bucket.get(key))?.arrayBuffer();
	if (bytes === undefined) return null;
	const lines = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
	const events = eventsOf(await new Response(lines).text());
	const [firstId, lastId] = [events[0], events.at(-1)].map((event) => event?.id.replaceAll('-', '') ?? '');
	return { sha256: digestOf(bytes), firstId, lastId, count: events.length };
}

const digestOf = (bytes: ArrayBuffer): string =>
	createHash('sha256').update(new Uint8Array(bytes)).digest('hex');

const tooManyFiles = (): Refusal =>
	new Refusal(
		'history_too_wide',
		`These events are in more than ${MAX_OPENED} archived files. Select one company by companyId, or a later since.`,
	);

function damaged(month: string, key: string): Refusal {
	const detail = `Archived events of ${month} cannot be read: their file is missing or damaged. Ask the operator to restore it.`;
	const error = new Refusal('archive_damaged', detail);
	error.cause = new Error(`The object ${key} is missing or does not have its SHA-256.`);
	return error;
}
