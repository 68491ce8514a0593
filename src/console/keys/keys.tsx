import type { Child, FC } from 'hono/jsx';
import { type KeyRevocation, revokeKeyWithCauses } from '../../administration/causes/actions.ts';
import { revocationQuery } from '../../administration/causes/contract.ts';
import { realTime } from '../../foundation/core/instant.ts';
import type { Operation } from '../../foundation/core/policy.ts';
import { jsonBody } from '../../foundation/http/contract.ts';
import { originIn } from '../../foundation/http/headers.ts';
import { type ApiKey, listKeys } from '../../tenants/auth/keys/actions.ts';
import { REVOCATION_REASONS } from '../../tenants/auth/keys/rules.ts';
import { Ended } from '../consequences.tsx';
import { type App, addressFor, type Context, idIn } from '../env.ts';
import { Buttons, Form } from '../form.tsx';
import { form } from '../forms.tsx';
import { day, oneOf, optional, text } from '../kinds.tsx';
import { afterIn, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Day, MainLink, Panel, Sure } from '../parts.tsx';
import { PersonName } from '../person-name.tsx';
import { proof } from '../sign-in/routes.ts';
import { type takeForm, takeFormOnce } from '../taking.ts';
import { reading } from '../visit.ts';
import { WORDS } from './words.ts';

/** The fields of every key, beside what it may do. */
export const KEY_FIELDS = { name: text(), dateExpires: optional(day({ edge: 'last' })) };

type KeyForm = Parameters<typeof takeForm<ApiKey, string | null>>[2];

interface KeysProps {
	/** The address of the keys below the console, and the name of a key in addresses. */
	path: string;
	param: string;
	forms: KeyForm;
	/** Returns the company of the page; null for the keys of the platform. */
	companyOf(c: Context, operation: Operation): string | null;
	/** Answers a page. `title` is that of a page below the list. */
	answer(c: Context, content: Child, title?: string): Response | Promise<Response>;
	/** The form that creates a key. `below` returns what stands under it, and its reads take the round trip of the list. */
	creation: FC;
	below?(c: Context, call: Context['var']['call']): Promise<Child>;
}

/** The only operation that an identity provider needs. */
export const SCIM: Operation = 'provisionPeople';

/** Takes the forms of keys, and returns the page with the list. A new key is shown once. */
export function serveKeys(
	app: App,
	{ path, param, forms, companyOf, answer, creation: Creation, below: readBelow }: KeysProps,
): (c: Context) => Promise<Response> {
	const addressIn = (c: Context, below = '', more: Record<string, string> = {}) =>
		addressFor(`${path}${below}`, companyOf(c, 'listApiKeys'), more);
	const savedAt = (c: Context) => addressIn(c, '', { saved: 'key' });
	const show = async (c: Context) => {
		const call = reading(c);
		const list = listKeys(call, companyOf(c, 'listApiKeys'), afterIn(c), PAGE_AND_ONE);
		const [found, below] = await Promise.all([list, readBelow?.(c, call)]);
		const content = (
			<div class="columns">
				<KeyList keys={found} toOf={(id) => addressIn(c, `/${id}/revoke`)} />
				<div>
					<Creation />
					{below}
				</div>
			</div>
		);
		return answer(c, content);
	};
	const revocation = form({
		fields: { reason: oneOf(REVOCATION_REASONS) },
		contract: { request: { body: jsonBody(revocationQuery) } },
		attempt: (call, companyId: string | null, { reason }, c) =>
			revokeKeyWithCauses(call, companyId, idIn(c, param), reason),
	});
	takeFormOnce(app, path, forms, {
		idOf: (c) => companyOf(c, 'createApiKey'),
		to: (_, c) => addressIn(c),
		show,
		guard: proof,
		once: (c, made) => answer(c, <MadeKey made={made} to={addressIn(c)} />, made.name),
	});
	takeFormOnce(app, `${path}/:${param}/revoke`, revocation, {
		idOf: (c) => companyOf(c, 'revokeApiKey'),
		to: (_, c) => savedAt(c),
		show,
		guard: proof,
		once(c, found) {
			const { endedInvitations, ended, kept } = found;
			if (endedInvitations.length + ended.length + kept.length === 0) return c.redirect(savedAt(c), 303);
			return answer(c, <WhatEnded found={found} to={addressIn(c)} />, WORDS[c.var.language].ended);
		},
	});
	return show;
}

type ListedKey = Omit<ApiKey, 'key'>;

function KeyList({ keys, toOf }: { keys: readonly ListedKey[]; toOf: (id: string) => string }) {
	const words = useWords(WORDS);
	return (
		<Panel title={words.keys}>
			<Paged rows={keys} cursorOf={({ id }) => id} none={words.noKeys}>
				{(shown) => (
					<ul class="rows">
						{shown.map((key) => (
							<KeyRow apiKey={key} to={toOf(key.id)} />
						))}
					</ul>
				)}
			</Paged>
		</Panel>
	);
}

function KeyRow({ apiKey, to }: { apiKey: ListedKey; to: string }) {
	const { c, say, words } = useReader(WORDS);
	const {
		name,
		operations,
		dateCreated,
		dateUsed,
		dateExpires,
		dateRevoked,
		dateReleased,
		creatorName,
		creatorState,
	} = apiKey;
	const isExpired = dateExpires !== null && dateExpires <= realTime(c.var.call.db, c.var.now);
	const isValid = dateRevoked === null && !isExpired;
	return (
		<li>
			<span>
				<bdi>{name}</bdi>
				<small class="below">
					{words.made} <Day at={dateCreated} /> {words.by} <bdi>{creatorName ?? words.operator}</bdi>
					{' · '}
					{dateUsed === null ? words.unused : words.lastUsed(say.time(dateUsed))}
					{isValid && dateExpires !== null && ` · ${words.until(say.day(dateExpires))}`}
				</small>
				<details>
					<summary>
						<small>{words.allowed(operations.length)}</small>
					</summary>
					<small>{operations.join(', ')}</small>
				</details>
			</span>
			{isValid && creatorState !== 'ACTIVE' && <Badge mood="bad">{words.creators[creatorState]}</Badge>}
			{isValid && operations.includes(SCIM) && dateReleased === null && (
				<Badge mood="waiting">{words.unreleased}</Badge>
			)}
			{!isValid && <Badge mood="calm">{dateRevoked === null ? words.expired : words.revoked}</Badge>}
			<Form to={to}>
				<Sure label={isValid ? words.revoke : words.wasCompromised}>
					{isValid && <p>{words.revokeHint}</p>}
					<p>{words.compromisedHint}</p>
					<Buttons>
						{isValid && (
							<button type="submit" name="reason" value="ROTATED">
								{words.rotated}
							</button>
						)}
						<button type="submit" class="danger" name="reason" value="COMPROMISED">
							{isValid ? words.compromised : words.endInvitations}
						</button>
					</Buttons>
				</Sure>
			</Form>
		</li>
	);
}

function WhatEnded({ found, to }: { found: KeyRevocation; to: string }) {
	const words = useWords(WORDS);
	const people = found.endedInvitations;
	return (
		<Panel>
			<Ended {...found} />
			{people.length > 0 && <p>{words.endedHint}</p>}
			<ul class="rows">
				{people.map(({ employeeId, email, firstName, lastName }) => (
					<li>
						<span>
							{employeeId !== null && (
								<PersonName person={{ employeeId, firstName, lastName, personStatus: null }} />
							)}
							<small class="below">{email}</small>
						</span>
					</li>
				))}
			</ul>
			<p>
				<MainLink to={to}>{words.toKeys}</MainLink>
			</p>
		</Panel>
	);
}

function MadeKey({ made, to }: { made: ApiKey; to: string }) {
	const words = useWords(WORDS);
	const isForScim = made.operations.includes(SCIM);
	return (
		<Panel title={isForScim ? words.scimToken : words.newKey}>
			<p>{words.shownOnce}</p>
			<p>
				<code class="secret">{made.key}</code>
			</p>
			{isForScim && <ScimAddress />}
			<p>
				<MainLink to={to}>{words.kept}</MainLink>
			</p>
		</Panel>
	);
}

export const ScimAddress = () => (
	<p>
		{useWords(WORDS).scimAddress}: <code>{originIn(useReader().c)}/scim/v2</code>
	</p>
);
