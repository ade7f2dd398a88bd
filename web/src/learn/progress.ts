/** Progress in the lessons, stored in this browser: which steps are done, and where the player was. */
import type { CourseView, LessonView } from "../generated/protocol";
import { loadJson, saveJson } from "../page/storage";

/** A step, by the name of its lesson and its index. */
export interface LessonPlace {
  lesson: string;
  step: number;
}

export interface Learned {
  /** The steps that are done, as `nameOf` writes them. */
  done: readonly string[];
  /** Where the player was; null before the first visit. */
  at: LessonPlace | null;
}

const KEY = "tantrix.learn";
const NOTHING: Learned = { done: [], at: null };

export function nameOf({ lesson, step }: LessonPlace): string {
  return `${lesson}/${step}`;
}

export function nSteps(lesson: LessonView): number {
  return lesson.steps.length + lesson.rushes.length;
}

/** Return all steps of the course, in order. */
export function placesOf(course: CourseView): LessonPlace[] {
  return course.lessons.flatMap((lesson) =>
    Array.from({ length: nSteps(lesson) }, (_, step) => ({ lesson: lesson.name, step })),
  );
}

/** Return whether all steps of a lesson are done. */
export function isLearned(learned: Learned, lesson: LessonView): boolean {
  return Array.from({ length: nSteps(lesson) }, (_, step) => nameOf({ lesson: lesson.name, step })).every((name) =>
    learned.done.includes(name),
  );
}

export function withDone(learned: Learned, place: LessonPlace): Learned {
  const name = nameOf(place);
  return learned.done.includes(name) ? learned : { ...learned, done: [...learned.done, name] };
}

/** Return where to start: the lesson in the address, else where the player was, else the first. */
export function beginning(course: CourseView, learned: Learned, named: string): LessonPlace {
  const places = placesOf(course);
  const requested = places.find(({ lesson }) => lesson === named);
  const { at } = learned;
  const known = at ? places.find((place) => nameOf(place) === nameOf(at)) : undefined;
  const found = requested && known?.lesson === requested.lesson ? known : (requested ?? known ?? places[0]);
  if (!found) throw new Error("expected a course with a lesson");
  return found;
}

/** Load the progress; empty if it cannot be read. */
export function loadLearned(): Learned {
  const known = loadJson<Partial<Learned>>(KEY, {});
  return Array.isArray(known.done) ? { ...NOTHING, ...known } : NOTHING;
}

/** Store the progress, where the browser allows it. */
export function saveLearned(learned: Learned): void {
  saveJson(KEY, learned);
}
