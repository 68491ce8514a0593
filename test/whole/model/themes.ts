import fc from 'fast-check';
import { changing, hiring, leaving } from './employee-steps.ts';
import { changingBudget, grantingAccess, revokingAccess, settingAccess } from './flex-steps.ts';
import {
	planning,
	planningBeside,
	revokingPlan,
	revokingPlans,
	settingBudget,
	settingDefaultAccess,
} from './goodies-steps.ts';
import { addingInvoice, judgingInvoice, removingReceipt, submittingInvoice } from './invoice-steps.ts';
import {
	filteringExpenses,
	filteringTransactions,
	readingAccess,
	readingBalance,
	readingDateWindows,
	readingDuplicates,
} from './reading-steps.ts';
import {
	makingTillKnown,
	photographing,
	removingRule,
	settingRule,
	submittingReceipt,
} from './rule-steps.ts';
import {
	approving,
	approvingPart,
	closing,
	correcting,
	mending,
	rejecting,
	sendingBack,
	submitting,
	withdrawing,
} from './spending-steps.ts';
import {
	activatingStanding,
	endingStanding,
	proving,
	renewingBeforeCron,
	renewingLate,
	submittingStanding,
	verifying,
} from './standing-steps.ts';
import { inSequence, type Step } from './step.ts';
import { reopening, settling } from './taking-back-steps.ts';
import {
	lettingRulesLook,
	moving,
	movingReferenceDay,
	movingSubmissionDay,
	restricting,
	runningCron,
	settingPayroll,
	waiting,
	waitingForCutOff,
} from './time-steps.ts';

type Weighted = [weight: number, steps: fc.Arbitrary<Step>];

const time: Weighted[] = [
	[7, waiting],
	[6, runningCron],
];
const employees: Weighted[] = [
	[1, hiring],
	[6, changing],
];
const goodies: Weighted[] = [
	[3, planning],
	[4, planningBeside],
	[1, settingPayroll],
	[6, settingBudget],
	[1, revokingPlans],
	[2, revokingPlan],
	[2, settingDefaultAccess],
];
const flex: Weighted[] = [
	[3, grantingAccess],
	[5, settingAccess],
	[2, revokingAccess],
	[2, readingAccess],
	[1, readingBalance],
	[1, readingDateWindows],
	[1, movingReferenceDay],
];
const standing: Weighted[] = [
	[3, submittingStanding],
	[4, activatingStanding],
	[7, proving],
	[7, verifying],
	[3, renewingLate],
	[3, renewingBeforeCron],
	[2, endingStanding],
	[2, reopening],
	[1, sendingBack],
	[2, mending],
];
const rules: Weighted[] = [
	[3, settingRule],
	[1, removingRule],
	[10, inSequence(submittingReceipt, lettingRulesLook)],
	[20, inSequence(submittingInvoice, lettingRulesLook)],
	[4, submittingReceipt],
	[4, submittingInvoice],
	[2, addingInvoice],
	[2, removingReceipt],
	[4, photographing],
	[3, readingDuplicates],
	[4, lettingRulesLook],
	[1, approving],
	[1, rejecting],
	[2, sendingBack],
	[1, mending],
	[2, reopening],
	[2, withdrawing],
	[2, changingBudget],
];
const RULES: Weighted[] = [[2, waiting], [2, runningCron], ...rules, [1, closing]];
const spending: Weighted[] = [
	[1, waitingForCutOff],
	[16, submitting],
	[9, approving],
	[3, approvingPart],
	[4, sendingBack],
	[4, mending],
	[1, rejecting],
	[2, withdrawing],
	[2, closing],
	[6, correcting],
	[5, reopening],
	[3, settling],
	[1, restricting],
	[2, settingPayroll],
	[1, movingSubmissionDay],
	[2, planning],
	[2, planningBeside],
	[1, filteringExpenses],
	[1, readingDuplicates],
	[1, filteringTransactions],
];

const STANDING: Weighted[] = [
	...time,
	[12, runningCron],
	...standing,
	...flex,
	[4, submitting],
	[4, approving],
	[2, closing],
	[2, changing],
	[2, leaving],
];
const subjects: Weighted[][] = [
	[...time, ...employees, ...goodies],
	[...time, ...employees, ...flex],
	[...time, ...flex, ...spending],
	[...time, ...spending, [6, changingBudget]],
	RULES,
	RULES,
	STANDING,
	STANDING,
	[...time, ...spending, [8, approving], [9, reopening], [7, settling], [4, correcting], [4, settingPayroll]],
	[
		[2, waiting],
		[9, runningCron],
		[9, leaving],
		[3, grantingAccess],
		[3, settingAccess],
		[2, settingBudget],
		[2, planningBeside],
	],
	[...time, ...employees, ...goodies, ...flex, ...spending, ...standing],
];

/** The steps of a history, and those with which it begins. */
interface Theme {
	begin: readonly fc.Arbitrary<Step>[];
	steps: fc.Arbitrary<Step>;
}

const BEGINNINGS = new Map<Weighted[], fc.Arbitrary<Step>[]>([
	[RULES, [fc.constant(makingTillKnown), ...Array.from({ length: 5 }, () => judgingInvoice)]],
	[STANDING, [activatingStanding, fc.oneof(renewingLate, renewingBeforeCron)]],
]);

/** Histories of a few subjects come deeper than those of all. In some, the company moves. Rules need a till that is known. */
export const themesOf = (isMoving: boolean): Theme[] =>
	subjects.map((weighted) => ({
		begin: BEGINNINGS.get(weighted) ?? [],
		steps: fc.oneof(
			...[...weighted, ...(isMoving ? [MOVING] : [])].map(([weight, arbitrary]) => ({ weight, arbitrary })),
		),
	}));

const MOVING: Weighted = [5, moving];
