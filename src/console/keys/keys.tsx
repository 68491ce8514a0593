import type { Child } from 'hono/jsx';
import { type ApiKey, listKeys, revokeKey } from '../../auth/keys/actions.ts';
import { revocationQuery } from '../../auth/keys/contract.ts';
import { REVOCATION_REASONS } from '../../auth/keys/rules.ts';
import type { InvitedByKey } from '../../auth/one-time/store.ts';
import type { Operation } from '../../core/policy.ts';
import { jsonBody } from '../../http/contract.ts';
import { type App, type Context, idIn } from '../env.ts';
import { Buttons, Form } from '../form.tsx';
import { form, type takeForm, takeFormOnce } from '../forms.tsx';
import { day, oneOf, optional, text } from '../kinds.tsx';
import { afterIn, PAGE_AND_ONE, Paged } from '../listing.tsx';
import { page, useReader, useWords } from '../page.tsx';
import { Badge, Day, MainLink, Panel, PersonName, Sure } from '../parts.tsx';
import { proof } from '../sign-in/routes.ts';
import { WORDS } from './words.ts';

/** The fields of every key, beside what it may do. */
export const KEY_FIELDS = { name: text(), dateExpires: optional(day({ ends: true })) };

type KeyForm = Parameters<typeof takeForm<ApiKey, string | null>>[2];

interface KeysProps {
	/** The address of the keys below the console, and the name of a key in addresses. */
	path: string;
	param: string;
	forms: KeyForm;
	/** Returns the company of the page; null for the keys of the platform. */
	companyOf(c: Context, operation: Operation): string | null;
	/** Returns an address below that of the keys. */
	addressOf(c: Context, path: string, more?: Record<string, string>): string;
	/** Draws the frame of the page; with the title of a page below it. */
	frame(c: Context, content: Child, title?: string): Child;
	/** The form that creates a key. */
	creation(c: Context): Child;
	/** Shown below a new key, which is displayed only once. */
	madeHint?(c: Context, made: ApiKey): { title: string; hint: Child } | undefined;
}

/** Takes the forms of keys, and returns the page with the list. A new key is shown once. */
export function serveKeys(
	app: App,
	{ path, param, forms, ...keys }: KeysProps,
): (c: Context) => Promise<Response> {
	const { companyOf, addressOf, frame, creation, madeHint } = keys;
	const show = async (c: Context) => {
		const companyId = companyOf(c, 'listApiKeys');
		const found = await listKeys(c.var.call, companyId, afterIn(c), PAGE_AND_ONE);
		const content = (
			<div class="columns">
				<KeyList keys={found} toOf={(id) => addressOf(c, `/${id}/revoke`)} />
				<div>{creation(c)}</div>
			</div>
		);
		return page(c, { title: WORDS[c.var.language].keys }, frame(c, content));
	};
	const revocation = form({
		fields: { reason: oneOf(REVOCATION_REASONS) },
		contract: { request: { body: jsonBody(revocationQuery) } },
		attempt: (call, companyId: string | null, { reason }, c) =>
			revokeKey(call, companyId, idIn(c, param), reason),
	});
	takeFormOnce(app, path, forms, {
		idOf: (c) => companyOf(c, 'createApiKey'),
		to: (_, c) => addressOf(c, ''),
		show,
		guard: proof,
		once(c, made) {
			const { newKey } = WORDS[c.var.language];
			const { title = newKey, hint } = madeHint?.(c, made) ?? {};
			const content = <MadeKey title={title} made={made} hint={hint} to={addressOf(c, '')} />;
			return page(c, { title: newKey }, frame(c, content, made.name));
		},
	});
	takeFormOnce(app, `${path}/:${param}/revoke`, revocation, {
		idOf: (c) => companyOf(c, 'revokeApiKey'),
		to: (_, c) => addressOf(c, '', { saved: '' }),
		show,
		guard: proof,
		once(c, ended) {
			if (ended.length === 0) return c.redirect(addressOf(c, '', { saved: '' }), 303);
			const title = WORDS[c.var.language].ended;
			const content = <EndedInvitations title={title} people={ended} to={addressOf(c, '')} />;
			return page(c, { title }, frame(c, content, title));
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
	const { c, say } = useReader();
	const words = useWords(WORDS);
	const { name, operations, dateCreated, dateUsed, dateExpires, dateRevoked, creatorName, creatorState } =
		apiKey;
	const isExpired = dateExpires !== null && dateExpires <= c.var.now;
	const isValid = dateRevoked === null && !isExpired;
	return (
		<li>
			<span>
				<bdi>{name}</bdi>
				<small class="below">
					{words.made} <Day at={dateCreated} /> {words.by} <bdi>{creatorName ?? words.operator}</bdi>
					{' · '}
					{dateUsed === null ? words.unused : words.used(say.time(dateUsed))}
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

interface EndedProps {
	title: string;
	people: readonly InvitedByKey[];
	/** The address of the list of keys. */
	to: string;
}

function EndedInvitations({ title, people, to }: EndedProps) {
	const words = useWords(WORDS);
	return (
		<Panel title={title}>
			<p>{words.endedHint}</p>
			<ul class="rows">
				{people.map(({ employeeId, email, firstName, lastName }) => (
					<li>
						<span>
							{employeeId !== null && <PersonName person={{ employeeId, firstName, lastName }} />}
							<small class="below">{email}</small>
						</span>
					</li>
				))}
			</ul>
			<p>
				<a class="button main" href={to}>
					{words.toKeys}
				</a>
			</p>
		</Panel>
	);
}

interface MadeKeyProps {
	title: string;
	made: ApiKey;
	hint: Child;
	/** The address of the list of keys. */
	to: string;
}

function MadeKey({ title, made, hint, to }: MadeKeyProps) {
	const words = useWords(WORDS);
	return (
		<Panel title={title}>
			<p>{words.shownOnce}</p>
			<p>
				<code class="secret">{made.key}</code>
			</p>
			{hint}
			<p>
				<MainLink to={to}>{words.kept}</MainLink>
			</p>
		</Panel>
	);
}
