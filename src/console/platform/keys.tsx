import { type ApiKey, createKey, listKeys, revokeKey } from '../../auth/keys/actions.ts';
import { createPlatformKeyRoute } from '../../auth/keys/contract.ts';
import { PLATFORM_KEY_OPERATIONS } from '../../core/policy.ts';
import { Choice } from '../choice.tsx';
import type { Context } from '../env.ts';
import type { Refused } from '../form.tsx';
import { Keys, READ_AT_ONCE } from '../keys/list.tsx';
import { MadeKey } from '../keys/made-key.tsx';
import { NewKey } from '../keys/new-key.tsx';
import { typedKey } from '../keys/typed.ts';
import { WORDS as KEYS_WORDS } from '../keys/words.ts';
import { Heading, page, useWords } from '../page.tsx';
import { Note } from '../parts.tsx';
import { changed, checked, shownOnce } from '../submit.ts';
import { chosenIn } from '../typed.ts';
import { KEYS, PlatformHeading } from './parts.tsx';
import { WORDS } from './words.ts';

/** The platform, which is no company, as whose keys are. */
const PLATFORM = null;

export function makeKey(c: Context, typed: FormData): Promise<Response> {
	const operations = chosenIn(typed, 'operations');
	const fields = checked(createPlatformKeyRoute, { ...typedKey(typed), operations });
	const attempt = (call: typeof c.var.call) => createKey(call, PLATFORM, fields);
	return shownOnce(c, { attempt, to: KEYS }, (key) => showNewKey(c, key));
}

export const revoke = (c: Context): Promise<Response> => {
	const keyId = (c.req.param('platformKeyId') ?? '').toLowerCase();
	return changed(c, { attempt: (call) => revokeKey(call, PLATFORM, keyId), to: () => `${KEYS}?saved` });
};

function showNewKey(c: Context, made: ApiKey) {
	const { newKey: title } = KEYS_WORDS[c.var.language];
	return page(
		c,
		{ title },
		<>
			<Heading title={made.name} above={<a href={KEYS}>{WORDS[c.var.language].keys}</a>} />
			<MadeKey title={title} made={made} to={KEYS} />
		</>,
	);
}

export async function showKeys(c: Context, state: Refused = {}, status = 200): Promise<Response> {
	const keys = await listKeys(c.var.call, PLATFORM, c.req.query('after') ?? '', READ_AT_ONCE);
	const words = WORDS[c.var.language];
	return page(
		c,
		{ title: words.keys },
		<>
			<PlatformHeading part="keys" />
			{c.req.query('saved') !== undefined && <Note mood="good">{words.saved}</Note>}
			<div class="columns">
				<Keys keys={keys} to={(path) => KEYS + path} />
				<KeyOfPlatform state={state} />
			</div>
		</>,
		status,
	);
}

function KeyOfPlatform({ state }: { state: Refused }) {
	const words = useWords(WORDS);
	return (
		<NewKey to={KEYS} hint={words.keyHint} state={state}>
			<Choice
				name="operations"
				label={useWords(KEYS_WORDS).rights}
				isMany
				options={PLATFORM_KEY_OPERATIONS.map((value) => ({ value, label: words.keyRights[value] }))}
			/>
		</NewKey>
	);
}
