import { invalidField } from '../../core/refusals.ts';
import { answerFile, streamOf } from '../../http/file.ts';
import { exportPayrollRun } from '../../payroll/export/actions.ts';
import { exportFormat } from '../../payroll/export/contract.ts';
import { EXPORT_FORMATS, type ExportFormat } from '../../payroll/export/rules.ts';
import { readLugProfile } from '../../payroll/settings/actions.ts';
import type { RunSheet } from '../../payroll/sheets/actions.ts';
import { companyNamed } from '../company-choice.tsx';
import { asApi, type Context } from '../env.ts';
import { Buttons, Form, type Refused } from '../form.tsx';
import { useReader, useWords } from '../page.tsx';
import { Badge, Panel, Table, Time } from '../parts.tsx';
import { textIn } from '../typed.ts';
import { isReissue, NoFile } from './no-file.tsx';
import type { HinderedLine } from './obstacles.tsx';
import { addressOf, idIn } from './place.ts';
import { useNames } from './reader.ts';
import { WORDS } from './words.ts';

/** Gives a file of a run. The first one of a format is put into the register. */
export async function giveFile(c: Context, typed: FormData): Promise<Response> {
	const { data: format } = exportFormat.safeParse(textIn(typed, 'format'));
	if (format === undefined) throw invalidField('format', 'required', 'Choose a format.');
	const wish = { format, reissue: isReissue(typed), leaveOut: textIn(typed, '_do') === 'leave-out' };
	const companyId = companyNamed(c, 'exportPayrollRun');
	const { name, mediaType, content } = await exportPayrollRun(c.var.call, companyId, idIn(c, 'runId'), wish);
	return answerFile(asApi(c), name, mediaType, await streamOf(content));
}

/** How DATEV Lohn und Gehalt reads our file. */
export async function giveProfile(c: Context): Promise<Response> {
	const profile = await readLugProfile(c.var.call, companyNamed(c, 'readLugProfile'));
	return answerFile(asApi(c), 'zubrot-lug.ini', 'application/octet-stream', profile);
}

interface Props {
	companyId: string;
	sheet: RunSheet;
	/** Why no file was made of what was asked for last; null when nothing was refused. */
	state: Required<Refused> | null;
	hindered: readonly HinderedLine[];
}

/** Every format with its button, and the register of what was given. */
export function Files({ companyId, sheet, state, hindered }: Props) {
	const words = useWords(WORDS);
	const to = addressOf(companyId, `/runs/${sheet.run.id}/files`);
	return (
		<Panel title={words.files}>
			<ul class="rows">
				{EXPORT_FORMATS.map((format) => (
					<FormatRow to={to} sheet={sheet} format={format} />
				))}
			</ul>
			{state !== null && <NoFile to={to} hindered={hindered} {...state} />}
			<p class="hint">{words.reissueHint}</p>
			<p>
				<a href={addressOf(companyId, '/lug-profile')}>{words.profile}</a>
			</p>
		</Panel>
	);
}

interface FormatProps {
	to: string;
	sheet: RunSheet;
	format: ExportFormat;
}

function FormatRow({ to, sheet, format }: FormatProps) {
	const words = useWords(WORDS);
	const last = sheet.files.filter((file) => file.format === format).at(-1);
	return (
		<li>
			<span>
				{words.formats[format]} {sheet.format === format && <Badge mood="good">{words.officeFormat}</Badge>}
				<small class="below">
					{last === undefined ? (
						words.notGiven
					) : (
						<>
							{words.version(last.version)}, <Time at={last.dateCreated} />
						</>
					)}
				</small>
			</span>
			<Form to={to}>
				<input type="hidden" name="format" value={format} />
				<Buttons>
					<button type="submit">{last === undefined ? words.make : words.download}</button>
					{last !== undefined && (
						<button type="submit" name="_do" value="reissue">
							{words.reissue}
						</button>
					)}
				</Buttons>
			</Form>
		</li>
	);
}

/** Every version that was given, and by whom first. */
export function Register({ sheet: { files, managers } }: Pick<Props, 'sheet'>) {
	const { say } = useReader();
	const words = useWords(WORDS);
	const { who } = useNames();
	if (files.length === 0) return null;
	return (
		<Panel title={words.register}>
			<Table
				caption={words.register}
				columns={[words.file, words.at, words.by, words.leftOut, 'SHA-256']}
				numeric={[3]}
				rows={files.map(({ format, version, dateCreated, authorId, leftOut, sha256 }) => [
					`${words.formats[format]}, ${words.version(version)}`,
					<Time at={dateCreated} />,
					who(authorId, managers),
					say.number(leftOut.length),
					<code title={sha256}>{sha256.slice(0, 12)}…</code>,
				])}
			/>
		</Panel>
	);
}
