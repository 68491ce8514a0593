import {
	addReceiptDraft,
	listReceiptDrafts,
	readReceiptDraft,
	removeReceiptDraft,
} from '../../benefits/expenses/drafts/actions.ts';
import type { StoredDraft } from '../../benefits/expenses/drafts/table.ts';
import { REFUSALS, type Refusal } from '../../foundation/core/refusals.ts';
import type { Call } from '../../foundation/db/call.ts';
import { perform } from '../../foundation/db/write.ts';
import { type App, type Context, idIn } from '../env.ts';
import { Form, OnlyButton } from '../form.tsx';
import { sayIn } from '../format.ts';
import { FormFor, OneField, readFields } from '../forms.tsx';
import { files } from '../kinds.tsx';
import { titledPage, useReader, useWords } from '../page.tsx';
import { ButtonLink, Done, Empty, Note, Panel, Sure } from '../parts.tsx';
import { showFile } from '../receipt-file.ts';
import { only, sentenceOf } from '../refusals.ts';
import { saved, takePost, unsaved } from '../submit.ts';
import { reading } from '../visit.ts';
import { DRAFTS, DraftFile, DraftSays, NEXT_FORM } from './draft.tsx';
import { ACCEPTED, uploadOf } from './form.tsx';
import { PHONE } from './phone-addresses.ts';
import { BENEFITS, ownId } from './receipts.tsx';
import { WORDS } from './words.ts';

const several = { words: WORDS, fields: { file: files(ACCEPTED) } };

/** Receipts that wait for their form: their list, their files, and the form that takes several at once. */
export function takeDrafts(app: App): void {
	app.get('/benefits/drafts', showDrafts);
	takePost(app, '/benefits/drafts', add, (c, refusal) =>
		isForPhone(c) ? sayRefusal(c, refusal) : showDrafts(c),
	);
	app.get('/benefits/drafts/:draftId', async (c) => {
		const { draft, content } = await readReceiptDraft(
			c.var.call,
			c.env.RECEIPTS,
			ownId(c),
			idIn(c, 'draftId'),
		);
		return showFile(c, draft, 'draft', content);
	});
	takePost(app, '/benefits/drafts/withdraw', withdraw, sayRefusal);
	takePost(app, '/benefits/drafts/:draftId/remove', remove, showDrafts);
}

async function showDrafts(c: Context): Promise<Response> {
	const drafts = await listReceiptDrafts(reading(c), ownId(c));
	const words = WORDS[c.var.language];
	const refusal = c.req.path.endsWith('/remove') ? c.var.sent?.refusal : undefined;
	return titledPage(
		c,
		{ title: words.drafts, above: <a href={BENEFITS}>{words.title}</a>, isNarrow: true },
		<>
			<Done says={{ removed: words.draftRemoved }} />
			{refusal !== undefined && <Refused refusal={refusal} />}
			<Panel>
				<Drafts drafts={drafts} />
			</Panel>
			<Panel title={words.several}>
				<FormFor of={several} to={DRAFTS} save={words.addSeveral} takesFile>
					<OneField of={several} name="file" label={words.files} hint={words.filesHint} />
				</FormFor>
				<p class="buttons">
					<ButtonLink to={PHONE}>{words.phone}</ButtonLink>
				</p>
			</Panel>
		</>,
	);
}

const Refused = ({ refusal }: { refusal: Refusal }) => (
	<Note mood="bad">{sentenceOf(refusal, useReader().say)}</Note>
);

/** The drafts, the oldest first, each with what the service could read from its file. */
export function Drafts({ drafts }: { drafts: readonly StoredDraft[] }) {
	const words = useWords(WORDS);
	if (drafts.length === 0) return <Empty>{words.noDrafts}</Empty>;
	return (
		<ul class="rows">
			{drafts.map((draft) => (
				<li>
					<DraftFile draft={draft} />
					<span>
						<DraftSays draft={draft} />
					</span>
					<ButtonLink to={`${BENEFITS}/new?draft=${draft.id}`}>{words.complete}</ButtonLink>
					<Sure label={words.removeDraft}>
						<Form to={`${DRAFTS}/${draft.id}/remove`}>
							<p>{words.removeDraftHint}</p>
							<OnlyButton look="danger">{words.removeDraftNow}</OnlyButton>
						</Form>
					</Sure>
				</li>
			))}
		</ul>
	);
}

/** The worker of the phone asks for JSON (`script/phone-worker.js`). It takes every other answer for another page. */
const isForPhone = ({ req }: Context): boolean => req.header('Accept') === 'application/json';

/** Says why a file is refused. A temporary refusal says nothing, so that the worker sends the file again by itself. */
function sayRefusal({ json, var: { language } }: Context, refusal: Refusal): Response {
	const isPassing = refusal.extras.retryAfter !== undefined;
	const answer = isPassing ? { stopped: 'later' } : { says: sentenceOf(refusal, sayIn(language)) };
	return json(answer, REFUSALS[refusal.code].status);
}

/** Adds each file as a draft. One that waits already is not added twice, so that a form can be sent again. */
async function add(c: Context, typed: FormData): Promise<Response> {
	const id = ownId(c);
	const given = readFields(several.fields, typed).file ?? [undefined];
	const uploads = await Promise.all(given.map(uploadOf));
	for (const [index, upload] of uploads.entries()) {
		const attempt = (call: Call) => addReceiptDraft(call, c.env.RECEIPTS, id, upload);
		await saved(c, { attempt, to: () => NEXT_FORM }, partOf(index)).catch(only('draft_waiting'));
	}
	return isForPhone(c) ? c.json({ kept: true }) : c.redirect(NEXT_FORM, 303);
}

const partOf = (index: number): string => ` file ${index}`;

/** Deletes the draft of a file that was deleted on the phone during its upload. If the file arrives later, it is refused. */
async function withdraw(c: Context): Promise<Response> {
	const { call } = c.var;
	const draftId = await unsaved(c, partOf(0));
	if (draftId !== null) {
		const answer = () => ({ status: 200, headers: {}, body: '' }) as const;
		await perform(call, () => removeReceiptDraft(call, ownId(c), draftId), answer).catch(only('not_found'));
	}
	return c.json({ kept: false });
}

async function remove(c: Context): Promise<Response> {
	const attempt = (call: Call) => removeReceiptDraft(call, ownId(c), idIn(c, 'draftId'));
	return c.redirect(await saved(c, { attempt, to: () => `${DRAFTS}?removed` }), 303);
}
