import { factsInUpload } from '../../benefits/expenses/facts/rules.ts';
import { requireReceiptType } from '../../benefits/expenses/receipts/rules.ts';
import { ANSWERS, belongsTo } from '../../benefits/expenses/rules.ts';
import { submitStanding } from '../../benefits/expenses/standing/actions.ts';
import { submitStandingRoute } from '../../benefits/expenses/standing/contract.ts';
import { STANDING_MODULES } from '../../benefits/expenses/standing/rules.ts';
import { addProof } from '../../benefits/expenses/standing-proofs/actions.ts';
import { toDay } from '../../foundation/core/instant.ts';
import { picture, uploadOf } from '../benefits/form.tsx';
import { ownId, readPossible } from '../benefits/receipts.tsx';
import type { Context } from '../env.ts';
import { Fields, FormFor, OneField, readFields } from '../forms.tsx';
import { choice, day, flag, money, number, optional, text } from '../kinds.tsx';
import { titledPage, useReader } from '../page.tsx';
import { Note } from '../parts.tsx';
import { checked, saved, savedFile } from '../submit.ts';
import { reading } from '../visit.ts';
import { ProofFile, proof, showStanding } from './one.tsx';
import { OWN_STANDING, standingAddress } from './parts.tsx';
import { WORDS } from './words.ts';

const fields = {
	module: choice(),
	amount: money(),
	dayOfMonth: number(),
	startDate: day(),
	endDate: optional(day()),
	proofUntil: day(),
	isPublicTransport: flag(),
	upTo: flag(),
	note: optional(text({ maxlength: 255 })),
};

const submission = { words: WORDS, fields };

export async function showSubmission(c: Context): Promise<Response> {
	const words = WORDS[c.var.language];
	const { modules } = await readPossible(reading(c), ownId(c));
	const possible = STANDING_MODULES.filter((one) => modules.includes(one));
	return titledPage(
		c,
		{
			title: words.add,
			above: <a href={OWN_STANDING}>{words.own}</a>,
			scripts: ['photo.js'],
			isNarrow: true,
		},
		possible.length === 0 ? <Note>{words.noModule}</Note> : <SubmissionForm modules={possible} />,
	);
}

function SubmissionForm({ modules }: { modules: readonly (typeof STANDING_MODULES)[number][] }) {
	const { c, words } = useReader(WORDS);
	return (
		<FormFor
			of={submission}
			to={`${OWN_STANDING}/new`}
			values={{
				module: modules[0] ?? null,
				dayOfMonth: 1,
				startDate: toDay(c.var.now),
				isPublicTransport: true,
			}}
			options={{ module: modules.map((value) => ({ value, label: words.modules[value] })) }}
			save={words.send}
			takesFile
			class="panel receipt"
		>
			<ProofFile />
			<Fields of={submission} only={['module']} />
			<div data-for={ANSWERS.isPublicTransport.only}>
				<OneField of={submission} name="isPublicTransport" />
			</div>
			<div class="row">
				<Fields of={submission} only={['amount', 'dayOfMonth']} />
			</div>
			<Fields of={submission} only={['startDate', 'endDate', 'proofUntil', 'upTo', 'note']} />
		</FormFor>
	);
}

/** Saves twice: the standing expense, then its proof. If the proof cannot be stored, the page of the standing expense offers it again. */
export async function submit(c: Context, typed: FormData): Promise<Response> {
	const { isPublicTransport, ...read } = readFields(fields, typed);
	const input = checked(submitStandingRoute, {
		...read,
		isPublicTransport: belongsTo('isPublicTransport', read.module) ? isPublicTransport : null,
	});
	const upload = await uploadOf(readFields(picture.fields, typed).file);
	// The file is read before anything is saved, so that an unusable file does not leave a standing expense without its proof.
	await factsInUpload(upload, requireReceiptType(upload.head), null, true);
	const to = await saved(c, {
		attempt: (call) => submitStanding(call, ownId(c), input),
		to: ({ id }) => standingAddress(id),
	});
	const id = to.split('/').at(-1) ?? '';
	return savedFile(c, typed, {
		attempt: (call) => addProof(call, c.env.RECEIPTS, id, { proofUntil: null, upload }),
		to: () => `${to}?saved`,
		toWire: proof.toWire,
		form: proof,
		show: () => showStanding(c, id),
	});
}
