"""How BenchExec runs Shapewright.

Put this file where BenchExec finds it (for example with `PYTHONPATH=contrib/benchexec`) and name the tool
`shapewright` in the benchmark definition. The task's property file and data model are passed on.
"""

import benchexec.result as result
import benchexec.tools.template

ANSWERS = {
    "true": result.RESULT_TRUE_PROP,
    "false(valid-deref)": result.RESULT_FALSE_DEREF,
    "false(valid-free)": result.RESULT_FALSE_FREE,
    "false(valid-memtrack)": result.RESULT_FALSE_MEMTRACK,
    "false(valid-memcleanup)": result.RESULT_FALSE_MEMCLEANUP,
    "false(unreach-call)": result.RESULT_FALSE_REACH,
    "unknown": result.RESULT_UNKNOWN,
}


class Tool(benchexec.tools.template.BaseTool2):
    """One call of `shapewright svcomp` for each task."""

    def executable(self, tool_locator):
        return tool_locator.find_executable("shapewright", subdir="bin")

    def name(self):
        return "Shapewright"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="shapewright ")

    def cmdline(self, executable, options, task, rlimits):
        command = [executable, "svcomp", *options]
        if task.property_file:
            command += ["--property", task.property_file]
        if isinstance(task.options, dict) and task.options.get("data_model"):
            command += ["--data-model", task.options["data_model"]]
        if rlimits.cputime and "--budget" not in options:
            command += ["--budget", f"{rlimits.cputime}s"]
        return [*command, task.single_input_file]

    def determine_result(self, run):
        if run.exit_code.value == 2:
            return result.RESULT_ERROR + " (refused)"
        for line in reversed(run.output):
            if line.strip() in ANSWERS:
                return ANSWERS[line.strip()]
        return result.RESULT_ERROR
