const CYRILLIC = 'аaеeоoрpсcуyхxіiѕsјjԁdһhԛqԝwвbкkмmнhтtАAВBЕEКKМMНHОOРPСCТTХXУYІIЅSЈJ';
const GREEK = 'αaοoεeιiκkνvρpτtυuχxΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧX';

const pairsOf = (row: string): [string, string][] =>
  Array.from({ length: row.length / 2 }, (_, index) => [row.charAt(2 * index), row.charAt(2 * index + 1)]);

/** Cyrillic and Greek letters, and the Latin ones that they look like (a part of Unicode's confusables). */
export const LOOKALIKES: ReadonlyMap<string, string> = new Map([...pairsOf(CYRILLIC), ...pairsOf(GREEK)]);
