import { type ApiKey, createKey, listKeys, revokeKey } from '../../auth/keys/actions.ts';
import { createKeyRoute } from '../../auth/keys/contract.ts';
import { originOf } from '../../core/post.ts';
import { Choice } from '../choice.tsx';
import { companyNamed } from '../company-choice.tsx';
import type { Context } from '../env.ts';
import { DayField, Field } from '../field.tsx';
import { Buttons, Form, type Refused } from '../form.tsx';
import { page, useReader } from '../page.tsx';
import { Badge, Day, Empty, Paging, Panel, pageOf, Sure } from '../parts.tsx';
import { reachOf } from '../screen.ts';
import { changed, checked, shownOnce } from '../submit.ts';
import { chosenIn, dayIn, textIn } from '../typed.ts';
import { addressOf, Frame, savedAt } from './frame.tsx';
import { chosenOperations, RIGHTS, SCIM, SINGLE } from './key-rights.ts';
import { WORDS as KEYS_WORDS } from './keys-words.ts';
import { WORDS } from './words.ts';

const PAGE = 50;

type ListedKey = Omit<ApiKey, 'key'>;

/** Where people and programs reach this service. */
export const originIn = (c: Context): string =>
	c.env.PUBLIC_URL ? originOf(c.env.PUBLIC_URL) : new URL(c.req.url).origin;

export function makeKey(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'createApiKey');
	const day = dayIn(typed, 'dateExpires');
	const fields = checked(createKeyRoute, {
		name: textIn(typed, 'name'),
		operations: chosenOperations(chosenIn(typed, 'rights'), chosenIn(typed, 'operations')),
		dateExpires: day === '' ? null : `${day}T23:59:59.999Z`,
	});
	const made = {
		attempt: (call: typeof c.var.call) => createKey(call, companyId, fields),
		to: addressOf(companyId, '/keys'),
	};
	return shownOnce(c, made, (key) => showNewKey(c, companyId, key));
}

export const revoke = (c: Context): Promise<Response> => {
	const companyId = companyNamed(c, 'revokeApiKey');
	const keyId = (c.req.param('keyId') ?? '').toLowerCase();
	return changed(c, {
		attempt: (call) => revokeKey(call, companyId, keyId),
		to: () => savedAt(companyId, 'keys'),
	});
};

function showNewKey(c: Context, companyId: string, { name, key, operations }: ApiKey) {
	const words = KEYS_WORDS[c.var.language];
	const isScim = operations.includes(SCIM);
	return page(
		c,
		{ title: words.newKey },
		<Frame companyId={companyId} name="keys" title={name}>
			<Panel title={isScim ? words.scimToken : words.newKey}>
				<p>{words.shownOnce}</p>
				<p>
					<code class="secret">{key}</code>
				</p>
				{isScim && (
					<p>
						{words.scimAddress}: <code>{`${originIn(c)}/scim/v2`}</code>
					</p>
				)}
				<p>
					<a class="button main" href={addressOf(companyId, '/keys')}>
						{words.kept}
					</a>
				</p>
			</Panel>
		</Frame>,
	);
}

export async function showKeys(c: Context, state: Refused = {}, status = 200): Promise<Response> {
	const companyId = companyNamed(c, 'listApiKeys');
	const keys = await listKeys(c.var.call, companyId, c.req.query('after') ?? '', PAGE + 1);
	const { shown, next } = pageOf(keys, ({ id }) => id, PAGE);
	const isScim = state.typed !== undefined && chosenIn(state.typed, 'operations').join() === SCIM;
	return page(
		c,
		{ title: WORDS[c.var.language].pages.keys },
		<Frame companyId={companyId} name="keys">
			<div class="columns">
				<Panel title={KEYS_WORDS[c.var.language].keys}>
					<Keys companyId={companyId} keys={shown} />
					<Paging next={next} />
				</Panel>
				<div>
					<NewKey companyId={companyId} state={isScim ? {} : state} />
					<Scim companyId={companyId} state={isScim ? state : {}} />
				</div>
			</div>
		</Frame>,
		status,
	);
}

function Keys({ companyId, keys }: { companyId: string; keys: readonly ListedKey[] }) {
	const { c } = useReader();
	const words = KEYS_WORDS[c.var.language];
	if (keys.length === 0) return <Empty>{words.noKeys}</Empty>;
	return (
		<ul class="rows">
			{keys.map((key) => (
				<KeyRow companyId={companyId} apiKey={key} />
			))}
		</ul>
	);
}

function KeyRow({ companyId, apiKey }: { companyId: string; apiKey: ListedKey }) {
	const { c, say } = useReader();
	const words = KEYS_WORDS[c.var.language];
	const { id, name, operations, dateCreated, dateUsed, dateExpires, dateRevoked } = apiKey;
	const isExpired = dateExpires !== null && dateExpires <= c.var.now;
	const isGood = dateRevoked === null && !isExpired;
	return (
		<li>
			<span>
				<bdi>{name}</bdi>
				<small class="below">
					{words.made} <Day at={dateCreated} />
					{' · '}
					{dateUsed === null ? words.unused : words.used(say.time(dateUsed))}
					{isGood && dateExpires !== null && ` · ${words.until(say.day(dateExpires))}`}
				</small>
				<details>
					<summary>
						<small>{words.allowed(operations.length)}</small>
					</summary>
					<small>{operations.join(', ')}</small>
				</details>
			</span>
			{isGood ? (
				<Sure label={words.revoke}>
					<Form to={addressOf(companyId, `/keys/${id}/revoke`)}>
						<p>{words.revokeHint}</p>
						<button type="submit" class="danger">
							{words.revokeNow}
						</button>
					</Form>
				</Sure>
			) : (
				<Badge mood="calm">{dateRevoked === null ? words.expired : words.revoked}</Badge>
			)}
		</li>
	);
}

function NewKey({ companyId, state }: { companyId: string; state: Refused }) {
	const { c, visitor } = useReader();
	const words = KEYS_WORDS[c.var.language];
	const allowed = SINGLE.filter((operation) => visitor && reachOf(visitor, operation) !== null);
	return (
		<Panel title={words.makeKey}>
			<Form to={addressOf(companyId, '/keys')} state={state}>
				<p class="hint">{words.keyHint}</p>
				<Field name="name" label={words.name} hint={words.nameHint} autocomplete="off" />
				<Choice
					{...{ name: 'rights', label: words.rights, at: 'operations' }}
					options={RIGHTS.map((value) => ({ value, label: words.rightNames[value] }))}
					isMany
				/>
				<details>
					<summary>{words.single}</summary>
					<Choice
						{...{ name: 'operations', label: words.singleHint, at: 'single' }}
						options={allowed.map((value) => ({ value, label: value }))}
						isMany
					/>
				</details>
				<DayField name="dateExpires" label={words.expires} hint={words.expiresHint} isOptional />
				<Buttons>
					<button type="submit" class="main">
						{words.make}
					</button>
				</Buttons>
			</Form>
		</Panel>
	);
}

/** How an identity provider brings people in. */
function Scim({ companyId, state }: { companyId: string; state: Refused }) {
	const { c, visitor } = useReader();
	const words = KEYS_WORDS[c.var.language];
	const isAllowed = visitor !== undefined && reachOf(visitor, SCIM) !== null;
	return (
		<Panel title={words.scim}>
			<p>{words.scimHint}</p>
			<p>
				{words.scimAddress}: <code>{`${originIn(c)}/scim/v2`}</code>
			</p>
			{isAllowed && (
				<Form to={addressOf(companyId, '/keys')} state={state}>
					<input type="hidden" name="name" value="SCIM" />
					<input type="hidden" name="operations" value={SCIM} />
					<button type="submit">{words.makeScim}</button>
				</Form>
			)}
		</Panel>
	);
}
