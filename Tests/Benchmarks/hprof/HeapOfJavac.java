import com.sun.management.HotSpotDiagnosticMXBean;
import com.sun.source.util.JavacTask;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import javax.tools.JavaFileObject;
import javax.tools.ToolProvider;

/**
 * Makes a large real heap and dumps it: javac with the trees, symbols and types of the sources it was given.
 *
 * Arguments: the folder of a module's sources, the module's name, how many of its files to read (0: all),
 * and the dump to write.
 */
final class HeapOfJavac {
  /** Keeps what javac made: a static field is a root. */
  static final List<Object> kept = new ArrayList<>();

  public static void main(String[] arguments) throws Exception {
    var sources = Path.of(arguments[0]);
    var limit = Integer.parseInt(arguments[2]);
    List<Path> files;
    try (var found = Files.walk(sources)) {
      files = found.filter(path -> path.toString().endsWith(".java")).sorted()
          .limit(limit == 0 ? Long.MAX_VALUE : limit).collect(Collectors.toList());
    }
    var compiler = ToolProvider.getSystemJavaCompiler();
    var manager = compiler.getStandardFileManager(null, null, null);
    Iterable<? extends JavaFileObject> inputs = manager.getJavaFileObjectsFromPaths(files);
    var options = List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-nowarn",
        "--patch-module", arguments[1] + "=" + sources);
    var task = (JavacTask) compiler.getTask(null, manager, problem -> { }, options, null, inputs);
    kept.add(task);
    for (var unit : task.parse()) kept.add(unit);
    for (var element : task.analyze()) kept.add(element);
    var diagnostics = ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class);
    diagnostics.dumpHeap(arguments[3], true);
    System.out.println(files.size() + " files, " + kept.size() + " roots of trees kept");
  }
}
