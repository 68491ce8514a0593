import { type ApiKey, createKey, listKeys, revokeKey } from '../../auth/keys/actions.ts';
import { createKeyRoute } from '../../auth/keys/contract.ts';
import { Choice } from '../choice.tsx';
import { companyNamed } from '../company-choice.tsx';
import { type Context, originIn } from '../env.ts';
import { Form, type Refused } from '../form.tsx';
import { Keys, READ_AT_ONCE } from '../keys/list.tsx';
import { MadeKey } from '../keys/made-key.tsx';
import { NewKey } from '../keys/new-key.tsx';
import { chosenOperations, RIGHTS, SCIM, SINGLE } from '../keys/rights.ts';
import { typedKey } from '../keys/typed.ts';
import { WORDS as KEYS_WORDS } from '../keys/words.ts';
import { page, useReader, useWords } from '../page.tsx';
import { Panel } from '../parts.tsx';
import { reachOf } from '../screen.ts';
import { changed, checked, shownOnce } from '../submit.ts';
import { chosenIn } from '../typed.ts';
import { addressOf, Frame, savedAt } from './frame.tsx';
import { WORDS } from './words.ts';

export function makeKey(c: Context, typed: FormData): Promise<Response> {
	const companyId = companyNamed(c, 'createApiKey');
	const operations = chosenOperations(chosenIn(typed, 'rights'), chosenIn(typed, 'operations'));
	const fields = checked(createKeyRoute, { ...typedKey(typed), operations });
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

function showNewKey(c: Context, companyId: string, made: ApiKey) {
	const words = KEYS_WORDS[c.var.language];
	const isScim = made.operations.includes(SCIM);
	const title = isScim ? words.scimToken : words.newKey;
	return page(
		c,
		{ title: words.newKey },
		<Frame companyId={companyId} name="keys" title={made.name}>
			<MadeKey title={title} made={made} to={addressOf(companyId, '/keys')}>
				{isScim && (
					<p>
						{words.scimAddress}: <code>{`${originIn(c)}/scim/v2`}</code>
					</p>
				)}
			</MadeKey>
		</Frame>,
	);
}

export async function showKeys(c: Context, state: Refused = {}, status = 200): Promise<Response> {
	const companyId = companyNamed(c, 'listApiKeys');
	const keys = await listKeys(c.var.call, companyId, c.req.query('after') ?? '', READ_AT_ONCE);
	const isScim = state.typed !== undefined && chosenIn(state.typed, 'operations').join() === SCIM;
	return page(
		c,
		{ title: WORDS[c.var.language].pages.keys },
		<Frame companyId={companyId} name="keys">
			<div class="columns">
				<Keys keys={keys} to={(path) => addressOf(companyId, `/keys${path}`)} />
				<div>
					<KeyOfCompany companyId={companyId} state={isScim ? {} : state} />
					<Scim companyId={companyId} state={isScim ? state : {}} />
				</div>
			</div>
		</Frame>,
		status,
	);
}

function KeyOfCompany({ companyId, state }: { companyId: string; state: Refused }) {
	const { visitor } = useReader();
	const words = useWords(KEYS_WORDS);
	const allowed = SINGLE.filter((operation) => visitor && reachOf(visitor, operation) !== null);
	return (
		<NewKey to={addressOf(companyId, '/keys')} hint={words.keyHint} state={state}>
			<Choice
				name="rights"
				label={words.rights}
				at="operations"
				options={RIGHTS.map((value) => ({ value, label: words.rightNames[value] }))}
				isMany
			/>
			<details>
				<summary>{words.single}</summary>
				<Choice
					name="operations"
					label={words.singleHint}
					at="single"
					options={allowed.map((value) => ({ value, label: value }))}
					isMany
				/>
			</details>
		</NewKey>
	);
}

/** How an identity provider brings people in. */
function Scim({ companyId, state }: { companyId: string; state: Refused }) {
	const { c, visitor } = useReader();
	const words = useWords(KEYS_WORDS);
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
