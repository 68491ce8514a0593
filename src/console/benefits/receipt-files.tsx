import { invalidField, Refusal } from '../../core/refusals.ts';
import { openUpload, type Upload } from '../../core/upload.ts';
import { addReceipt, removeReceipt } from '../../expenses/receipts/actions.ts';
import { receiptToWire } from '../../expenses/receipts/contract.ts';
import { receiptTypeOf } from '../../expenses/receipts/rules.ts';
import type { Receipt } from '../../expenses/receipts/store.ts';
import type { Expense } from '../../expenses/store.ts';
import type { App, Context } from '../env.ts';
import { Form, type Refused } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Empty, Panel, Sure } from '../parts.tsx';
import { addressOfReceipt, formatOf } from '../receipt-file.ts';
import { changed, submitted } from '../submit.ts';
import { fileIn } from '../typed.ts';
import { BENEFITS, idOf } from './pages.tsx';
import { FileForm } from './receipt-form.tsx';
import { WORDS } from './words.ts';

/** Enough to tell the type of a file. */
const HEAD_BYTES = 16;

type Again = (c: Context, part: string) => (refused: Refused, status: number) => Promise<Response>;

/** Pictures that are added, and wrong ones that are removed. */
export function serveFiles(app: App, at: string, again: Again): void {
	const back = (c: Context, said: string) => `${BENEFITS}/receipts/${idOf(c)}?${said}`;
	app.post(`${at}/files`, (c) =>
		submitted(
			c,
			async (typed) => {
				const upload = await fileOf(typed);
				const attempt = (call: typeof c.var.call) => addReceipt(call, c.env.RECEIPTS, idOf(c), upload);
				return changed(c, { attempt, to: () => back(c, 'saved'), toWire: receiptToWire });
			},
			again(c, 'file'),
		),
	);
	app.post(`${at}/files/:receiptId/remove`, (c) => {
		const receiptId = (c.req.param('receiptId') ?? '').toLowerCase();
		return submitted(
			c,
			() =>
				changed(c, {
					attempt: (call) => removeReceipt(call, idOf(c), receiptId),
					to: () => back(c, 'removed'),
				}),
			again(c, receiptId),
		);
	});
}

/** The file in a form; refuses one that is missing, or of a kind that is not taken. */
export async function fileOf(typed: FormData): Promise<Upload> {
	const file = fileIn(typed, 'file');
	if (file === null) throw invalidField('file', 'required', 'file is missing.');
	const upload = await openUpload(file.stream(), file.size, HEAD_BYTES);
	if (receiptTypeOf(upload.head) === null)
		throw new Refusal('unsupported_media_type', 'A receipt is a JPEG, PNG, WebP or PDF file.');
	return upload;
}

interface FilesProps {
	expense: Expense;
	receipts: readonly Receipt[];
	isOwn: boolean;
	/** The address of the expense. */
	to: string;
	stateOf: (part: string) => Refused;
}

/** The pictures of an expense. Its author adds to them while it is open, and removes a wrong one after it was sent back. */
export function Files({ expense: { state }, receipts, isOwn, to, stateOf }: FilesProps) {
	const { c } = useReader();
	const words = useWords(WORDS);
	const isReturned = state === 'NEEDS_CORRECTION';
	return (
		<Panel title={words.files}>
			{receipts.length === 0 && <Empty>{words.noFile}</Empty>}
			<ul class="rows">
				{receipts.map((receipt, index) => (
					<li>
						<a href={addressOfReceipt(receipt)} target="_blank" rel="noopener">
							{words.fileNumber(index + 1, formatOf(receipt))}
						</a>
						{isOwn && isReturned && (
							<Sure label={words.remove}>
								<Form to={`${to}/files/${receipt.id}/remove`} state={stateOf(receipt.id)}>
									<p>{words.removeHint}</p>
									<button type="submit" class="danger">
										{words.removeFile(index + 1)}
									</button>
								</Form>
							</Sure>
						)}
					</li>
				))}
			</ul>
			{isOwn && (isReturned || state === 'SUBMITTED') && (
				<FileForm c={c} to={`${to}/files`} state={stateOf('file')} />
			)}
		</Panel>
	);
}
