import { as, type TestUser } from './service.ts';

export interface ShownEvent {
	id: string;
	/** The position of the event in the history of its company. */
	sequence: number;
	date: string;
	actor: { type: string; userId: string | null; sessionId: string | null; roles: string[] };
	requestId: string | null;
	companyId: string | null;
	subject: { type: string; id: string };
	recordId: string;
	type: string;
	changedFields: string[];
	before: Record<string, unknown> | null;
	after: Record<string, unknown>;
}

/** The events that a user sees, by a query such as `type=voucher.issued`. */
export async function eventsFor(user: TestUser, query = ''): Promise<ShownEvent[]> {
	const { status, body } = await as(user).get(`/events?${query}`);
	if (status !== 200) throw new Error(JSON.stringify(body));
	return body;
}

/** Returns the events that a user sees after `happen`, but not before. */
export async function eventsOfMeanwhile(
	user: TestUser,
	happen: () => Promise<unknown>,
): Promise<ShownEvent[]> {
	const known = new Set((await eventsFor(user)).map(({ id }) => id));
	await happen();
	return (await eventsFor(user)).filter(({ id }) => !known.has(id));
}
