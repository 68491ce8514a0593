import { readUserAndCompanies } from '../../accounts/me/actions.ts';
import { REFUSALS, Refusal } from '../../core/refusals.ts';
import type { Call } from '../../db/call.ts';
import { eraseUser } from '../../privacy/erasure/actions.ts';
import type { Context } from '../env.ts';
import { Buttons, Form, type Refused } from '../form.tsx';
import { sayIn } from '../format.ts';
import { Heading, page } from '../page.tsx';
import { Note, Panel } from '../parts.tsx';
import { nameOf } from '../person/employee.ts';
import { sentenceOf } from '../refusals.ts';
import { changed, submitted } from '../submit.ts';
import { reading } from '../visit.ts';
import { ERASURE_WORDS } from './erasure-words.ts';
import { USERS } from './parts.tsx';

const userIn = (c: Context): string => (c.req.param('userId') ?? '').toLowerCase();

/** Erases for good. */
export const erase = (c: Context): Promise<Response> =>
	submitted(
		c,
		() =>
			changed(c, {
				attempt: (call) => eraseUser(call, userIn(c)),
				to: () => `${USERS}?erased`,
			}),
		(refused, status) => showErasure(c, refused, status),
	);

/** What is lost for good, before it is; or why it cannot be done. */
export async function showErasure(c: Context, state: Refused = {}, status = 200): Promise<Response> {
	const call = reading(c);
	const [{ user }, reason] = await Promise.all([
		readUserAndCompanies(call, userIn(c)),
		reasonAgainst(call, userIn(c)),
	]);
	const words = ERASURE_WORDS[c.var.language];
	const refusal = state.refusal ?? reason;
	const back = `${USERS}/${user.id}`;
	return page(
		c,
		{ title: words.erase },
		<div class="narrow">
			<Heading title={words.erase} above={<a href={back}>{nameOf(user)}</a>} />
			<Panel>
				<p>{words.what}</p>
				<p>{words.stays}</p>
				{refusal !== undefined && <Note mood="bad">{sentenceOf(refusal, sayIn(c.var.language))}</Note>}
				<Form to={`${back}/erasure`}>
					<Buttons>
						{refusal === undefined && (
							<button type="submit" class="danger">
								{words.now}
							</button>
						)}
						<a class="button" href={back}>
							{words.cancel}
						</a>
					</Buttons>
				</Form>
			</Panel>
		</div>,
		status,
	);
}

/** Why somebody cannot be erased now, if so. Nothing of the attempt is stored. */
async function reasonAgainst(call: Call, userId: string): Promise<Refusal | undefined> {
	try {
		await eraseUser(call, userId);
		return undefined;
	} catch (error) {
		if (error instanceof Refusal && REFUSALS[(error as Refusal).code].status === 409) return error;
		throw error;
	}
}
